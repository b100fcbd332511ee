import { always, type RuleTable } from '../rule-table.js';
import { EXPERIENCE_RULES } from './experience.rules.js';
import {
  ACCUSED,
  BEST_AFTER,
  CHOICES_ARE,
  CONDITION,
  CONSIDERED,
  CUSTOMERS_SAY,
  DENIED,
  EXAMPLE,
  FORMER_AFTER,
  FORMER_BEFORE,
  isKind,
  isPublisher,
  JUDGED,
  MEASURE,
  MEASURED_BY_GROUP,
  OF_ITS_WORK,
  OF_READERS,
  ONLY_FAULT,
  OUTDONE,
  OWNED,
  opensStatement,
  PICKED_FOR_NEED,
  PLACE,
  PREDICATED,
  READERS_AFTER,
  RECOMMENDED,
  REJECTED,
  type Sides,
  SOURCE,
  SPEAKS,
  type Standing,
  SUBJECT,
  SUGGESTED_GROUP,
  WARNED_GROUP,
} from './standing-patterns.js';

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
    name: 'an example of what is warned against',
    example: 'Stay away from cheap labels such as ‹Sonos› today.',
    test: ({ near }) => WARNED_GROUP.test(near),
    verdict: 'warned against',
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
    name: 'its customers say something',
    example: '‹Sonos› owners say that they would not buy it again.',
    test: ({ after }) => CUSTOMERS_SAY.test(after),
    verdict: 'none',
  },
  {
    name: 'its only fault is told',
    example: 'The only complaint that we heard about ‹Sonos› is its choice of colors.',
    test: ({ near }) => ONLY_FAULT.test(near),
    verdict: 'considered',
  },
  {
    name: 'it says or publishes something',
    example: '‹Sonos› says the device is good.',
    test: ({ near, after }) => SPEAKS.test(after) && !OF_ITS_WORK.test(near),
    verdict: 'speaker',
  },
  {
    name: 'what it publishes follows',
    example: '‹Sonos›’s review of the device is good.',
    test: ({ after }) => isPublisher(after),
    verdict: 'speaker',
  },
  {
    name: 'it is what the writer had before',
    example: 'I had ‹Sonos› before, and I am happy with the new one.',
    test: ({ before, after }) => FORMER_BEFORE.test(before) && FORMER_AFTER.test(after),
    verdict: 'condition',
  },
  {
    name: 'its owner is told',
    example: '‹Sonos› belongs to a company that is praised for its service.',
    test: ({ after }) => OWNED.test(after),
    verdict: 'condition',
  },
  {
    name: 'a recommendation leads to it',
    example: 'We recommend ‹Sonos› to all.',
    test: ({ near }) => RECOMMENDED.test(near),
    verdict: 'recommended',
  },
  {
    name: 'one of the choices that are named',
    example: 'The established choices are Bose and ‹Sonos› today.',
    test: ({ before }) => CHOICES_ARE.test(before),
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
  ...EXPERIENCE_RULES,
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
