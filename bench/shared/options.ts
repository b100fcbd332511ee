import { parseArgs } from 'node:util';

/** The parts measured by default. */
const USUAL_PARTS = ['rest', 'graphql'] as const;
const PARTS = [
  ...USUAL_PARTS,
  'ci',
  'scale',
  'groups',
  'mcp',
  'exports',
  'points',
  'bypasses',
  'load',
  'writer',
  'engine',
  'doors',
  'deliveries',
  'failover',
  'pooler',
] as const;
type Part = (typeof PARTS)[number];

export interface Options {
  /** The measured parts: the named ones, else the two kinds of reads. */
  parts: ReadonlySet<Part>;
  /** Accounts that the load is spread over, each with 20 projects and one key. */
  accounts: number;
  /** Stored answers of the larger of the two projects that are compared; the smaller has a hundredth. */
  answers: number;
  /** Stored answers of the projects that `scale` compares, ascending. */
  sizes: readonly number[];
  rounds: number;
  /** Measured time of one variant in one round; a warm-up of a third of it comes before. */
  seconds: number;
  /** Length of the load run; the hostile ones come in its second half. */
  minutes: number;
  /** The one part of the engine that is measured, or the cases of points by how their names begin; else all. */
  only?: string;
}

/** Default, least and most. The limits of an agency account, 200 a minute, bound seconds times speed over accounts. */
const BOUNDS = {
  accounts: [1_000, 16, 100_000],
  answers: [1_000_000, 10_000, 100_000_000],
  rounds: [5, 1, 100],
  seconds: [2.5, 0.1, 10],
  minutes: [15, 1, 600],
  sizes: [0, 1_000, 100_000_000],
} as const;

const USUAL_SIZES = [10_000, 1_000_000, 10_000_000];

/** @throws Error naming the wrong option; the process then exits 2. */
export function readOptions(words: readonly string[]): Options {
  try {
    const text = { type: 'string' } as const;
    const times = { rounds: text, seconds: text, minutes: text };
    const options = { accounts: text, answers: text, sizes: text, ...times, only: text };
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return {
      parts: new Set(positionals.length === 0 ? USUAL_PARTS : positionals.map(part)),
      accounts: whole(number('accounts', values.accounts)),
      answers: whole(number('answers', values.answers)),
      sizes: values.sizes?.split(',').map((size) => whole(number('sizes', size))) ?? USUAL_SIZES,
      rounds: whole(number('rounds', values.rounds)),
      seconds: number('seconds', values.seconds),
      minutes: number('minutes', values.minutes),
      ...(values.only !== undefined && { only: values.only }),
    };
  } catch (error) {
    process.exitCode = 2;
    throw error;
  }
}

function number(name: keyof typeof BOUNDS, text: string | undefined): number {
  const [usual, least, most] = BOUNDS[name];
  if (text === undefined) return usual;
  const value = Number(text);
  if (!(value >= least && value <= most)) throw new Error(`--${name} must be a number from ${least} to ${most}`);
  return value;
}

function part(word: string): Part {
  const found = PARTS.find((name) => name === word);
  if (!found) throw new Error(`what to measure must be ${PARTS.join(', ')}, not ${word}`);
  return found;
}

function whole(value: number): number {
  return Math.floor(value);
}
