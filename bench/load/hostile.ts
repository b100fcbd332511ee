import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchAccount } from '../shared/accounts.js';
import { bytesOf, postBytes } from '../shared/keep-alive-client.js';
import type { ClientPool } from './client-pool.js';

/** A tenant that uses an agency key to the full, or a stranger without a key; ends with `signal`. */
export type Attack = (target: { pool: ClientPool; port: number }, signal: AbortSignal) => Promise<void>;

const CONCURRENT = 20;
const UNREAD_CONNECTIONS = 100;
const STRANGER_PER_SECOND = 100;
const ALIASES = 50;
const HAN_FIRST = 0x4e00;
const HAN_COUNT = 20_000;

/** Counts and texts of filtered answers, as many as one operation may name, twenty operations at once. */
export function asksDearly({ projectId, key }: BenchAccount): Attack {
  const counts = Array.from(
    { length: 29 },
    (_, n) => `a${n}: responses(first: 1, window: D90, mentioning: "${projectId}") { totalCount }`,
  );
  const query = `{ project(id: "${projectId}") { ${counts.join(' ')} } }`;
  return ({ pool }, signal) => inParallel(CONCURRENT, signal, () => pool.send(postBytes('/graphql', key, { query })));
}

/** As much text as an operation may return, on connections whose responses nobody reads. */
export function readsNothing({ projectId, key }: BenchAccount): Attack {
  const texts = Array.from({ length: 10 }, (_, n) => `a${n}: responses(first: 100, window: D90) { nodes { text } }`);
  const request = postBytes('/graphql', key, { query: `{ project(id: "${projectId}") { ${texts.join(' ')} } }` });
  return async ({ port }, signal) => {
    while (!signal.aborted) {
      const sockets = Array.from({ length: UNREAD_CONNECTIONS }, () => {
        const socket = connect(port, '127.0.0.1');
        socket.on('error', () => socket.destroy());
        socket.pause();
        socket.write(Buffer.concat([request, request, request]));
        return socket;
      });
      await pause(20_000, undefined, { signal }).catch(() => {});
      for (const socket of sockets) socket.destroy();
    }
  };
}

/** Other names again and again, as long and as many as a project may have. */
export function namesAsBombs({ projectId, key }: BenchAccount): Attack {
  const rename = (n: number) => {
    const aliases = Array.from({ length: ALIASES }, (_, alias) => hanName(n * ALIASES + alias, 200));
    const query = 'mutation($id: ID!, $input: UpdateProjectInput!) { updateProject(id: $id, input: $input) { id } }';
    return postBytes('/graphql', key, { query, variables: { id: projectId, input: { aliases } } });
  };
  let n = 0;
  return ({ pool }, signal) =>
    inParallel(2, signal, async () => {
      n += 1;
      await pool.send(rename(n));
      await pause(1_000);
    });
}

/** The brand renamed without end in a project of many answers, so that they are analysed again each time. */
export function renames({ projectId, key }: BenchAccount): Attack {
  let n = 0;
  return ({ pool }, signal) =>
    inParallel(1, signal, async () => {
      n += 1;
      await pool.send(bytesOf('PATCH', `/api/v1/projects/${projectId}`, key, { brand_name: `Brand ${n}` }));
      await pause(500);
    });
}

/** Without a key: long documents to `/graphql`, with a word that is no key. */
export function knocks(): Attack {
  const fields = Array.from({ length: 450 }, (_, n) => `f${n}: __typename`).join(' ');
  const request = postBytes('/graphql', 'x', { query: `{ ${fields} }` });
  return ({ pool }, signal) =>
    inParallel(4, signal, async () => {
      await pool.send(request);
      await pause((1_000 * 4) / STRANGER_PER_SECOND);
    });
}

function hanName(seed: number, length: number): string {
  const codes = Array.from({ length }, (_, at) => HAN_FIRST + ((seed * 7_919 + at * 104_729) % HAN_COUNT));
  return String.fromCodePoint(...codes);
}

/** Repeats `step` in so many lanes; a refused one waits a little, as the budget of a minute is used up. */
async function inParallel(lines: number, signal: AbortSignal, step: () => Promise<unknown>): Promise<void> {
  const line = async () => {
    while (!signal.aborted) {
      const reply = await step();
      const status = typeof reply === 'object' && reply !== null && 'status' in reply ? reply.status : 200;
      if (status !== 200) await pause(250);
    }
  };
  await Promise.all(Array.from({ length: lines }, line));
}
