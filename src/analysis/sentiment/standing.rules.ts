import { always, type RuleTable } from '../rule-table.js';
import { isKind, isPublisher, opensStatement } from './name-endings.js';
import {
  ACCUSED,
  BEST_AFTER,
  CONDITION,
  CONSIDERED,
  DEALT_WITH,
  DENIED,
  EXAMPLE,
  JUDGED,
  MEASURE,
  MEASURED_BY_GROUP,
  OF_ITS_PART,
  OF_READERS,
  OPENING_PHRASE_BEFORE,
  OUTDONE,
  PICKED_FOR_NEED,
  PLACE,
  PREDICATED,
  READERS_AFTER,
  RECOMMENDED,
  REJECTED,
  SOURCE,
  SPEAKS,
  SUBJECT,
  SUGGESTED_GROUP,
  VERB_AFTER,
} from './standing-patterns.js';

/** The role of a name in its sentence, by the words before and after it. */
export type Standing =
  | 'preferred' // to others
  | 'recommended'
  | 'considered' // suggested without a word of praise
  | 'warned against'
  | 'outdone' // another is set above it
  | 'measure' // another is compared with it
  | 'example' // of what the clause before it speaks of
  | 'speaker' // it is the source of what is said, or the place where something is found
  | 'condition' // it belongs to what the reader has or uses
  | 'accused' // others act against it
  | 'judged' // the object of a verb of judging, which follows
  | 'bystander' // named within a clause about something else
  | 'none';

/** The words of a sentence around a name. */
export interface Sides {
  before: string;
  /** The last {@link NEAR} units before the name. */
  near: string;
  after: string;
}

/** Words further off say nothing about the role of the name. */
export const NEAR = 90;

/** `on par with models like Sonos` measures by it, `consider a model like Sonos` suggests it. */
const EXAMPLE_RULES: RuleTable<Sides, Standing> = [
  {
    name: 'an example of places',
    example: 'They are sold at retailers like ‹Sonos› today.',
    test: ({ near }) => PLACE.test(near),
    verdict: 'speaker',
  },
  {
    name: 'an example of what another is compared with',
    example: 'It is on par with models like ‹Sonos› today.',
    test: ({ near }) => MEASURED_BY_GROUP.test(near),
    verdict: 'measure',
  },
  {
    name: 'an example of what is suggested',
    example: 'You may consider a model like ‹Sonos› today.',
    test: ({ near }) => SUGGESTED_GROUP.test(near),
    verdict: 'considered',
  },
  {
    name: 'an example',
    example: 'There are brands like ‹Sonos› today.',
    test: always,
    verdict: 'example',
  },
];

/** The role of a name in its sentence; the last row always holds. */
export const STANDING_RULES: RuleTable<Sides, Standing> = [
  {
    name: 'a warning leads to it',
    example: 'Avoid ‹Sonos› at all costs.',
    test: ({ near }) => REJECTED.test(near),
    verdict: 'warned against',
  },
  {
    name: 'others act against it',
    example: 'The court fined ‹Sonos› today.',
    test: ({ near }) => ACCUSED.test(near),
    verdict: 'accused',
  },
  {
    name: 'it is the source of what is said',
    example: 'According to ‹Sonos›, the device is good.',
    test: ({ near }) => SOURCE.test(near),
    verdict: 'speaker',
  },
  {
    name: 'it says or publishes something',
    example: '‹Sonos› says the device is good.',
    test: ({ after }) => SPEAKS.test(after),
    verdict: 'speaker',
  },
  {
    name: 'what it publishes follows',
    example: '‹Sonos›’s review of the device is good.',
    test: ({ after }) => isPublisher(after),
    verdict: 'speaker',
  },
  {
    name: 'a recommendation leads to it',
    example: 'We recommend ‹Sonos› to all.',
    test: ({ near }) => RECOMMENDED.test(near),
    verdict: 'recommended',
  },
  {
    name: 'another outdoes it',
    example: 'The cheaper one beats ‹Sonos› in every test.',
    test: ({ near }) => OUTDONE.test(near),
    verdict: 'outdone',
  },
  {
    name: 'another is compared with it',
    example: 'It sounds better than ‹Sonos› does.',
    test: isMeasure,
    verdict: 'measure',
  },
  {
    name: 'a kind is named after it',
    example: 'They sell ‹Sonos›-style speakers.',
    test: ({ after }) => isKind(after),
    verdict: 'measure',
  },
  { name: 'an example of what the clause speaks of', test: ({ near }) => EXAMPLE.test(near), rules: EXAMPLE_RULES },
  {
    name: 'the best is said of it',
    example: '‹Sonos› is the best of all.',
    test: ({ after }) => BEST_AFTER.test(after) && !DENIED.test(after),
    verdict: 'preferred',
  },
  {
    name: 'it is the reader’s',
    example: 'It is great for ‹Sonos› owners.',
    test: ({ near, after }) => OF_READERS.test(near) && READERS_AFTER.test(after),
    verdict: 'condition',
  },
  {
    name: 'named for a need',
    example: 'For small rooms: ‹Sonos› and more.',
    test: ({ before }) => PICKED_FOR_NEED.test(before),
    verdict: 'recommended',
  },
  {
    name: 'the predicate comes first',
    example: 'The most reliable maker is ‹Sonos› now.',
    test: isPredicated,
    verdict: 'recommended',
  },
  {
    name: 'within a condition',
    example: 'It is good if the room has ‹Sonos› in it.',
    test: ({ near }) => CONDITION.test(near),
    verdict: 'condition',
  },
  {
    name: 'a suggestion without praise leads to it',
    example: 'You could check out ‹Sonos› today.',
    test: ({ near }) => CONSIDERED.test(near),
    verdict: 'considered',
  },
  {
    name: 'the object of a verb of judging',
    example: 'They named ‹Sonos› a leader.',
    test: ({ near }) => JUDGED.test(near),
    verdict: 'judged',
  },
  {
    name: 'the subject of its clause',
    example: '‹Sonos› sounds great.',
    test: ({ before }) => SUBJECT.test(before),
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
    name: 'somebody tells of a dealing with it',
    example: 'Getting a full refund from ‹Sonos› took five months.',
    test: ({ before }) => DEALT_WITH.test(before),
    verdict: 'none',
  },
  {
    name: 'within a clause about something else',
    example: 'The people of the town of ‹Sonos› agree.',
    test: always,
    verdict: 'bystander',
  },
];

/** `than Sonos`; but behind a comma a name that goes on with a verb is the subject of what follows. */
function isMeasure({ near, after }: Sides): boolean {
  return MEASURE.test(near) && !(near.endsWith(', ') && opensStatement(after));
}

function isPredicated({ before }: Sides): boolean {
  return /\s(?:is|are|remains|be|was)\s/.test(before.slice(-25)) && PREDICATED.test(before);
}
