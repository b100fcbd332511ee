import { randomUUID } from 'node:crypto';
import fc from 'fast-check';

/** How a size is sent. */
type Sent = 'literal' | 'variable' | 'default of a variable' | 'not at all';
interface Size {
  size: number;
  sent: Sent;
}
/** What is below a project; `each` is asked of every entry of a list, one REST call apiece. */
type Part =
  | { of: 'visibility'; withPrevious: boolean }
  | { of: 'sentiment' | 'analysis' }
  | { of: 'prompts' | 'competitors' | 'citations'; page: Size; by: 'nodes' | 'edges' }
  | { of: 'mentions' | 'responses'; page: Size; by: 'nodes' | 'edges'; each: boolean };
type Wrap = 'plain' | 'inline fragment' | 'fragment' | 'included';
interface Asked {
  parts: Part[];
  wrap: Wrap;
  /** Spreads the document's one shared fragment besides. */
  shares: boolean;
}
type Root =
  | ({ at: 'projects'; page: Size; by: 'nodes' | 'edges' } & Asked)
  | ({ at: 'project' } & Asked)
  | { at: 'account' }
  | { at: 'visibilityDaily'; limit: number };

const DEFAULT_SIZE = 20;
const EACH = { mentions: 'competitor { name }', responses: 'prompt { promptText }' };

const size = fc.record({
  size: fc.integer({ min: 1, max: 100 }),
  sent: fc.constantFrom<Sent>('literal', 'variable', 'default of a variable', 'not at all'),
});
const by = fc.constantFrom('nodes' as const, 'edges' as const);
const part: fc.Arbitrary<Part> = fc.oneof(
  fc.record({ of: fc.constant('visibility' as const), withPrevious: fc.boolean() }),
  fc.record({ of: fc.constantFrom('sentiment' as const, 'analysis' as const) }),
  fc.record({ of: fc.constantFrom('prompts' as const, 'competitors' as const, 'citations' as const), page: size, by }),
  fc.record({ of: fc.constantFrom('mentions' as const, 'responses' as const), page: size, by, each: fc.boolean() }),
);
const asked = {
  parts: fc.array(part, { maxLength: 4 }),
  wrap: fc.constantFrom<Wrap>('plain', 'inline fragment', 'fragment', 'included'),
  shares: fc.boolean(),
};
const root: fc.Arbitrary<Root> = fc.oneof(
  fc.record({ at: fc.constant('projects' as const), page: size, by, ...asked }),
  fc.record({ at: fc.constant('project' as const), ...asked }),
  fc.record({ at: fc.constant('account' as const) }),
  fc.record({ at: fc.constant('visibilityDaily' as const), limit: fc.integer({ min: 1, max: 1_000 }) }),
);
/** A query over the nested graph of any shape within the bounds. */
export const operation = fc.record({
  roots: fc.array(root, { minLength: 1, maxLength: 4 }),
  shared: fc.array(part, { minLength: 1, maxLength: 2 }),
});
export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

/** The REST calls that give what the operation gives, where every page is full. */
export function callsOf({ roots, shared }: Operation): number {
  return sum(roots.map((one) => callsOfRoot(one, shared)));
}

function callsOfRoot(one: Root, shared: readonly Part[]): number {
  const ofAsked = ({ parts, shares }: Asked) => sum([...parts, ...(shares ? shared : [])].map(callsOfPart));
  switch (one.at) {
    case 'projects':
      return 1 + sizeSent(one.page) * ofAsked(one);
    case 'project':
      return 1 + ofAsked(one);
    case 'account':
      return 1;
    case 'visibilityDaily':
      return Math.ceil(one.limit / 100);
  }
}

function callsOfPart(asks: Part): number {
  switch (asks.of) {
    case 'visibility':
      return asks.withPrevious ? 2 : 1;
    case 'mentions':
      return asks.each ? 1 + sizeSent(asks.page) : 1;
    default:
      return 1;
  }
}

function sizeSent({ size: asks, sent }: Size): number {
  return sent === 'not at all' ? DEFAULT_SIZE : asks;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** An operation written down: each field under an alias of its own, so that no two are merged. */
export function writeOperation({ roots, shared }: Operation) {
  const writer = new Writer();
  const fields = roots.map((one) => writer.root(one)).join(' ');
  if (roots.some((one) => 'shares' in one && one.shares)) {
    writer.fragments.push(`fragment Shared on Project { ${shared.map((one) => writer.part(one)).join(' ')} }`);
  }
  const declared = writer.declared.length > 0 ? ` (${writer.declared.join(', ')})` : '';
  return { query: `query${declared} { ${fields} } ${writer.fragments.join(' ')}`, variables: writer.variables };
}

class Writer {
  readonly variables: Record<string, number> = {};
  readonly declared: string[] = [];
  readonly fragments: string[] = [];
  #names = 0;

  root(one: Root): string {
    switch (one.at) {
      case 'projects':
        return `${this.#name()}: projects${this.#first(one.page)} ${entries(one.by, this.#body(one))}`;
      case 'project':
        return `${this.#name()}: project(id: "${randomUUID()}") { ${this.#body(one)} }`;
      case 'account':
        return `${this.#name()}: account { name }`;
      case 'visibilityDaily':
        return `${this.#name()}: visibilityDaily(limit: ${one.limit}) { date }`;
    }
  }

  part(asks: Part): string {
    switch (asks.of) {
      case 'visibility':
        return `${this.#name()}: visibility { score ${asks.withPrevious ? 'previous { change }' : ''} }`;
      case 'sentiment':
        return `${this.#name()}: sentiment { total }`;
      case 'analysis':
        return `${this.#name()}: analysis { state }`;
      default: {
        const each = 'each' in asks && asks.each ? EACH[asks.of] : '';
        return `${this.#name()}: ${asks.of}${this.#first(asks.page)} ${entries(asks.by, `__typename ${each}`)}`;
      }
    }
  }

  #body({ parts, wrap, shares }: Asked): string {
    const fields = `id ${parts.map((one) => this.part(one)).join(' ')} ${shares ? '...Shared' : ''}`;
    switch (wrap) {
      case 'plain':
        return fields;
      case 'inline fragment':
        return `... on Project { ... { ${fields} } }`;
      case 'included':
        return `... @include(if: true) { ${fields} }`;
      case 'fragment': {
        const fragment = this.#name();
        this.fragments.push(`fragment ${fragment} on Project { ${fields} }`);
        return `...${fragment}`;
      }
    }
  }

  #first({ size: asks, sent }: Size): string {
    if (sent === 'not at all') return '';
    if (sent === 'literal') return `(first: ${asks})`;
    const variable = this.#name();
    if (sent === 'variable') this.variables[variable] = asks;
    this.declared.push(`$${variable}: Int${sent === 'variable' ? '!' : ` = ${asks}`}`);
    return `(first: $${variable})`;
  }

  #name(): string {
    this.#names += 1;
    return `n${this.#names}`;
  }
}

function entries(how: 'nodes' | 'edges', fields: string): string {
  return how === 'nodes' ? `{ totalCount nodes { ${fields} } }` : `{ edges { cursor node { ${fields} } } }`;
}
