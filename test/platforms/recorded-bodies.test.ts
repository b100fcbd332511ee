import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { readReply } from '../../src/platforms/platform-apis.js';
import type { PlatformReply } from '../../src/platforms/reply.js';
import { outcome } from './expectations.js';

/** Bodies of our own in each platform's wire format, complete, with the replies that they are read as. */
const BODIES = fileURLToPath(new URL('./bodies/', import.meta.url));

interface Case {
  name: string;
  platform: Platform;
  reply: PlatformReply;
  body: unknown;
}

/**
 * Recorded bodies of the platforms, which are not part of the project. Where they are missing, only the bodies of our
 * own are tested.
 */
const RECORDINGS = fileURLToPath(new URL('../../../shared/fixtures/', import.meta.url));
const MANIFEST = `${RECORDINGS}providers/manifest.jsonl`;

interface Recording {
  file: string;
  platform: Platform;
  kind: string;
  model: string | null;
  citations: number;
  citation_types: Record<string, number>;
}

/** The result of each kind of recording; a cut-off answer is accepted where it has text. */
const OUTCOMES: Record<string, string[]> = {
  citations: ['accepted'],
  'search-no-citations': ['accepted'],
  plain: ['accepted'],
  'server-tool-other': ['accepted'],
  truncated: ['accepted', 'empty'],
  empty: ['empty'],
  'odd-shape': ['empty'],
  refusal: ['refusal'],
  blocked: ['refusal'],
  'tool-call': ['tool_call'],
  'odd-finish': ['tool_call'],
  pending: ['unfinished'],
  'pause-turn': ['unfinished'],
  error: ['error'],
};

/** Kinds of citation that name no page of the web. */
const OFF_THE_WEB = ['char_location', 'page_location', 'content_block_location', 'groundingChunks.retrievedContext'];

const CASES = readdirSync(BODIES).map(toCase);

describe('a body in the wire format of its platform', () => {
  test.each(CASES.map((one) => [one.name, one] as const))('%s is read whole', (_, { platform, body, reply }) => {
    expect(readReply(platform, body)).toEqual(reply);
  });

  test.each(PLATFORMS)('is there of %s for every state that its API can answer with', (platform) => {
    const own = CASES.filter((one) => one.platform === platform).map(({ reply }) => reply);
    const states = new Set(own.map(outcome));
    for (const state of ['accepted', 'refusal', 'empty', 'tool_call', 'error']) expect(states).toContain(state);
    const accepted = own.filter((reply) => reply.accepted);
    expect(accepted.some(({ truncated }) => truncated)).toBe(true);
    expect(accepted.some(({ citations }) => citations.length > 1)).toBe(true);
    expect(accepted.some(({ citations }) => citations.length === 0)).toBe(true);
  });
});

if (existsSync(MANIFEST)) {
  const recordings = readFileSync(MANIFEST, 'utf8').trim().split('\n').map(toRecording);
  const bodies = recordings.filter(({ file }) => file.endsWith('.json'));

  test('there are recordings of every platform', () => {
    expect(new Set(bodies.map(({ platform }) => platform))).toEqual(new Set(PLATFORMS));
  });

  test.each(bodies.map((recording) => [recording.file, recording] as const))(
    '%s is read as what it is',
    (_, recording) => {
      const reply = readReply(recording.platform, JSON.parse(readFileSync(`${RECORDINGS}${recording.file}`, 'utf8')));
      expect(OUTCOMES[recording.kind.replace(/^error-\d+$/, 'error')]).toContain(outcome(reply));
      expect(reply.model).toBe(recording.model);
      if (!reply.accepted) return;
      const offTheWeb = Object.keys(recording.citation_types).some((type) => OFF_THE_WEB.includes(type));
      expect(reply.citations.length).toBe(offTheWeb ? 0 : recording.citations);
      expect(reply.truncated).toBe(recording.kind === 'truncated');
    },
  );
}

function toCase(file: string): Case {
  const platform = PLATFORMS.find((name) => file.startsWith(`${name}-`));
  if (!platform) throw new Error(`${file} names no platform`);
  const { reply, body } = JSON.parse(readFileSync(`${BODIES}${file}`, 'utf8'));
  return { name: file.replace(/\.json$/, ''), platform, reply, body };
}

function toRecording(line: string): Recording {
  return JSON.parse(line);
}
