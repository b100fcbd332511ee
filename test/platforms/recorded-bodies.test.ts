import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PLATFORMS, type Platform } from '../../src/entities/vocabulary.js';
import { readReply } from '../../src/platforms/read-reply.js';
import { claudeMessage, claudeText, geminiAnswer, openaiResponse, outputText, sonarAnswer } from './bodies.js';
import { outcome } from './expectations.js';

/**
 * Recorded bodies of the platforms, which lie beside the project where it is developed and are not part of it. Where
 * they are missing, a body of our own stands for each kind.
 */
const RECORDINGS = fileURLToPath(new URL('../../../../shared/fixtures/', import.meta.url));
const MANIFEST = `${RECORDINGS}providers/manifest.jsonl`;

interface Recording {
  file: string;
  platform: Platform;
  kind: string;
  model: string | null;
  citations: number;
  citation_types: Record<string, number>;
}

/** What each kind of recording comes to; a cut-off answer is accepted where it has text. */
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

if (existsSync(MANIFEST)) {
  const recordings = readFileSync(MANIFEST, 'utf8').trim().split('\n').map(toRecording);
  const bodies = recordings.filter(({ file }) => file.endsWith('.json'));

  test('there are recordings of every platform', () => {
    expect(new Set(bodies.map(({ platform }) => platform))).toEqual(new Set(PLATFORMS));
  });

  test.each(bodies.map((recording) => [recording.file, recording] as const))(
    '%s comes to what it is',
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
} else {
  const ownBodies: [kind: string, platform: Platform, body: unknown][] = [
    ['citations', 'perplexity', sonarAnswer('Acme.[1]', { citations: ['https://acme.example'] })],
    ['search-no-citations', 'chatgpt', openaiResponse([outputText('Acme.')])],
    ['plain', 'gemini', geminiAnswer([{ text: 'Acme.' }])],
    ['server-tool-other', 'claude', claudeMessage([{ type: 'server_tool_use' }, claudeText('Acme.')])],
    ['truncated', 'perplexity', sonarAnswer('Acme le', {}, 'length')],
    ['empty', 'claude', claudeMessage([])],
    ['odd-shape', 'chatgpt', openaiResponse([], { output: [{ type: 'later' }] })],
    ['refusal', 'claude', claudeMessage([], { stop_reason: 'refusal' })],
    ['blocked', 'gemini', { promptFeedback: { blockReason: 'SAFETY' } }],
    ['tool-call', 'claude', claudeMessage([{ type: 'tool_use' }], { stop_reason: 'tool_use' })],
    ['odd-finish', 'gemini', { candidates: [{ finishReason: 'UNEXPECTED_TOOL_CALL' }] }],
    ['pending', 'chatgpt', openaiResponse([], { status: 'queued', output: [] })],
    ['pause-turn', 'claude', claudeMessage([claudeText('I look.')], { stop_reason: 'pause_turn' })],
    ['error', 'perplexity', { error: { message: 'Too long.' } }],
  ];

  test.each(ownBodies)('a body of kind %s comes to what it is', (kind, platform, body) => {
    expect(OUTCOMES[kind]).toContain(outcome(readReply(platform, body)));
  });
}

function toRecording(line: string): Recording {
  return JSON.parse(line);
}
