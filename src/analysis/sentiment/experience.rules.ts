import type { RuleTable } from '../rule-table.js';
import {
  DEALT_WITH,
  EXPERIENCED,
  MADE_BY,
  OF_ITS_PART,
  OF_ITS_WORK,
  OPENING_PHRASE_BEFORE,
  type Sides,
  type Standing,
  THERE_IS,
  VERB_AFTER,
} from './standing-patterns.js';

/** Where a name does not open its sentence and the sentence tells of it all the same. */
export const EXPERIENCE_RULES: RuleTable<Sides, Standing> = [
  {
    name: 'the maker of what the sentence is about',
    example: 'The white kettle, made by ‹Sonos›, is excellent.',
    test: ({ before, after }) => MADE_BY.test(before) && /^,\s\p{Ll}/u.test(after),
    verdict: 'none',
  },
  {
    name: 'the subject behind an opening phrase',
    example: 'In our long durability test ‹Sonos› came last.',
    test: ({ before, after }) => VERB_AFTER.test(after) && OPENING_PHRASE_BEFORE.test(before),
    verdict: 'none',
  },
  {
    name: 'a part of it is the subject',
    example: 'The battery of the ‹Sonos› swelled up.',
    test: ({ before, after }) => VERB_AFTER.test(after) && OF_ITS_PART.test(before),
    verdict: 'none',
  },
  {
    name: 'what most of its work does is told',
    example: 'Half of the boxes we ordered from ‹Sonos› arrived late.',
    test: ({ before }) => OF_ITS_WORK.test(before),
    verdict: 'experienced',
  },
  {
    name: 'something is found with it',
    example: 'There is a small learning curve with ‹Sonos›, but it pays off.',
    test: ({ before }) => THERE_IS.test(before),
    verdict: 'none',
  },
  {
    name: 'somebody tells of a dealing with it',
    example: 'Getting a full refund from ‹Sonos› took five months.',
    test: ({ before }) => DEALT_WITH.test(before),
    verdict: 'none',
  },
  {
    name: 'somebody tells what it was like with it',
    example: 'Patients waited nine months for an appointment at ‹Sonos›.',
    test: ({ before }) => EXPERIENCED.test(before),
    verdict: 'experienced',
  },
];
