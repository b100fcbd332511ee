import { pattern } from '../pattern.js';
import { always, type RuleTable } from '../rule-table.js';
import { describesHarm, describesMerit, gradeIn } from './outcomes.js';
import { type excuseOf, fallsShort, limitIn } from './shortfalls.js';
import type { Polarity } from './word-weights.js';

/** A clause as its rules read it. */
export interface WeighedClause {
  /** In lower case, with straight marks and single spaces. */
  plain: string;
  /** It is behind `but` or its like, so what it says is meant. */
  isTurn: boolean;
  excuse: ReturnType<typeof excuseOf>;
  /** The weights of its words; praise of the past is none. */
  praise: number;
  criticism: number;
  /** What its halves say that do not name money. */
  besidesPrice: () => number;
}

const NOT_RECOMMENDED = new RegExp(pattern`
    \b(?:hard|difficult|impossible) to recommend|(?:\bnot|n't|\bnever|\blonger) recommend
    |\bless (?:[^\s,;]+ )?recommended|\bnot worth
    |(?:\b(?:rarely|seldom|hardly|not)|n't) (?:an? |the )?(?:good|great|best|right|ideal
    |cheapest) (?:[^\s,;]+ )?(?:value|choice|option|pick|fit)\b|\b(?:should|best|better) (?:be )?avoid
    |\btreat .{0,40} cautiously|\bextra caution|\blook elsewhere
  `);

const DISPUTED = new RegExp(
  pattern`
    ^(?:that|this|it|which) (?:is|was|seems) (?:simply |now )?(?:wrong|untrue|not true|unfair|unfounded|exaggerated
    |a myth)\b
  `,
);

/** What a fault without a word of feeling weighs at least. */
const HARMED = 3;
/** What a first place or an advice weighs at least. */
const PREFERRED = 3;

/**
 * What a clause is worth beyond its words: price and what concerns the reader alone excuse all of it, a missing extra
 * excuses bad words, but not that the thing falls short. The last row always holds.
 */
export const CLAUSE_RULES: RuleTable<WeighedClause, (clause: WeighedClause) => Polarity> = [
  {
    name: 'criticism is disputed',
    example: 'Some call it slow, but ‹that is wrong›.',
    test: ({ plain }) => DISPUTED.test(plain),
    verdict: () => ({ praise: 0, criticism: 0 }),
  },
  {
    name: 'it is not recommended',
    example: '‹The device is hard to recommend›.',
    test: ({ plain }) => NOT_RECOMMENDED.test(plain),
    verdict: () => ({ praise: 0, criticism: 4 }),
  },
  {
    name: 'something went wrong',
    example: 'The maker ‹leaked the passwords of its customers›.',
    test: ({ plain }) => describesHarm(plain),
    verdict: ({ praise, criticism }) => ({ praise, criticism: Math.max(criticism, HARMED) }),
  },
  {
    name: 'it is set above others or advised',
    example: '‹The device is the one to get›.',
    test: ({ plain }) => describesMerit(plain),
    verdict: ({ praise, excuse, criticism, besidesPrice }) => ({
      praise: Math.max(praise, PREFERRED),
      criticism: excuse === 'price' ? besidesPrice() : excuse === null ? criticism : 0,
    }),
  },
  {
    name: 'a low grade',
    example: 'Verdict: ‹3/10›.',
    test: ({ plain }) => gradeIn(plain) === 'low',
    verdict: ({ praise, criticism }) => ({ praise, criticism: Math.max(criticism, HARMED) }),
  },
  {
    name: 'a high grade',
    example: 'Verdict: ‹9/10›.',
    test: ({ plain }) => gradeIn(plain) === 'high',
    verdict: ({ praise, criticism }) => ({ praise: Math.max(praise, PREFERRED), criticism }),
  },
  {
    name: 'the price is named',
    example: 'It has ‹an awful price and poor support›.',
    test: ({ excuse }) => excuse === 'price',
    verdict: ({ praise, besidesPrice }) => ({ praise, criticism: besidesPrice() }),
  },
  {
    name: 'the reader alone is concerned',
    example: 'Skip it ‹if you hate bad sound›.',
    test: ({ excuse }) => excuse === 'reader',
    verdict: ({ praise }) => ({ praise, criticism: 0 }),
  },
  {
    name: 'it falls short',
    example: 'It is ‹not as good as others›.',
    test: ({ plain }) => fallsShort(plain),
    verdict: ({ praise, criticism }) => ({ praise, criticism: Math.max(criticism, 2) }),
  },
  {
    name: 'an extra is missing',
    example: 'It ‹lacks a terrible stand›.',
    test: ({ excuse }) => excuse === 'extra',
    verdict: ({ praise }) => ({ praise, criticism: 0 }),
  },
  {
    name: 'a limit behind a turn',
    example: 'It is fine, but ‹it has a rather small screen›.',
    test: ({ isTurn, praise }) => isTurn && praise < 2,
    verdict: ({ plain, praise, criticism }) => ({ praise, criticism: Math.max(limitIn(plain), criticism) }),
  },
  {
    name: 'its words alone',
    example: 'It is ‹a great and reliable speaker›.',
    test: always,
    verdict: ({ praise, criticism }) => ({ praise, criticism }),
  },
];
