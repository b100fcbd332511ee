import { createHash } from 'node:crypto';
import type { Platform } from '../../../src/entities/vocabulary.js';
import type { FaultName } from './faults.js';
import type { FakeRequest } from './requests.js';

type Fields = Record<string, unknown>;

const SOURCES = [
  { url: 'https://www.example.org/best', title: 'The best of the year' },
  { url: 'https://www.example.com/products', title: 'Acme products' },
  { url: 'https://forum.example.net/t/42', title: 'What do you use?' },
];

/** What the model says to a question: the same each time, naming some of four brands, the first of them always. */
export function textFor(question: string): string {
  const verdict = judgedText(question);
  if (verdict !== null) return verdict;
  if (question.startsWith('Which brands are the closest competitors of ')) return COMPETITORS;
  const chance = createHash('sha256').update(question).digest();
  const others = ['Globex', 'Initech', 'Umbra'].filter((_, place) => (chance[place] ?? 0) % 2 === 0);
  const rest = others.length === 0 ? '' : ` ${others.join(' and ')} cost less, and are worse.`;
  return `Acme is the best choice for most people.[1]${rest} Many owners agree.[3]`;
}

/** A list as models write it, of brands that the other answers name too. */
const COMPETITORS = `Here are the closest competitors:

1. **Globex** ([globex.example](https://www.globex.example/anvils)) – the widest range.
2. **Initech** (initech.example) – cheaper, and sold in most shops.
3. **Umbra** – known for its guarantee.

All three deliver abroad.`;

/** What the judge is answered: of each question yes, or praise, by the first sentence of the answer it was given. */
function judgedText(question: string): string | null {
  const judged = /^<answer ([0-9a-f]{16})>\n([\s\S]*)\n<\/answer \1>$/m.exec(question);
  if (!judged) return null;
  const quote = judged[2]?.split(/[.\n]/)[0];
  const asked = question.slice(0, judged.index).matchAll(/^(\d+)\. (name|tone) /gm);
  const verdicts = Array.from(asked, ([, number, about]) => {
    return { question: Number(number), quote, verdict: about === 'name' ? 'named' : 'positive' };
  });
  return JSON.stringify({ verdicts });
}

/** The body in which a platform answers a request, in whichever way the fault says; null: as it should. */
export function answerBody(request: FakeRequest, fault: FaultName | null, text: string): object {
  const written = fault === 'nul_in_text' ? `${text}\u0000 \ud800 \u0007end` : text;
  return BUILDERS[request.platform](request, fault, written);
}

const BUILDERS: Record<Platform, (request: FakeRequest, fault: FaultName | null, text: string) => object> = {
  chatgpt: (request, fault, text) =>
    request.isChat ? openaiChat(request, fault, text) : openaiResponse(request, fault, text),
  perplexity: perplexityResponse,
  claude: claudeMessage,
  gemini: geminiContent,
};

function openaiChat({ model }: FakeRequest, fault: FaultName | null, text: string): object {
  const refusal = fault === 'refusal' ? 'I cannot help with that.' : null;
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    model: `${model}-2026-09-22`,
    choices: [{ index: 0, message: { role: 'assistant', content: text, refusal }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 },
  };
}

function openaiResponse(request: FakeRequest, fault: FaultName | null, text: string): object {
  const { model, searches } = request;
  const annotations = SOURCES.map(({ url, title }) => ({
    type: 'url_citation',
    start_index: 0,
    end_index: 4,
    url,
    title,
  }));
  const block =
    fault === 'refusal' ? { type: 'refusal', refusal: 'I cannot help.' } : { type: 'output_text', text, annotations };
  const message = { id: 'msg_fake', type: 'message', status: 'completed', role: 'assistant', content: [block] };
  const call = { type: 'function_call', name: 'look_up', arguments: '{}', call_id: 'call_fake' };
  const search = {
    id: 'ws_fake',
    type: 'web_search_call',
    status: 'completed',
    action: { type: 'search', query: 'best' },
  };
  const found = searches ? [search] : [];
  return {
    id: 'resp_fake',
    object: 'response',
    created_at: 1_795_000_000,
    status: statusOf(fault, 'in_progress'),
    error: null,
    incomplete_details: null,
    model: `${model}-2026-09-22`,
    output: outputOf(fault, [...found, message], call),
    usage: { input_tokens: 8_200, output_tokens: 410, total_tokens: 8_610 },
    tool_usage: { web_search: { num_requests: found.length } },
  };
}

function perplexityResponse(request: FakeRequest, fault: FaultName | null, text: string): object {
  const { model, searches } = request;
  const block =
    fault === 'refusal'
      ? { type: 'refusal', refusal: 'I cannot help.' }
      : { type: 'output_text', text, annotations: [] };
  const message = { id: 'msg_fake', type: 'message', status: 'completed', role: 'assistant', content: [block] };
  const call = {
    id: 'fc_fake',
    type: 'function_call',
    status: 'completed',
    name: 'look_up',
    arguments: '{}',
    call_id: 'c',
  };
  const results = SOURCES.map((source, place) => ({ id: place + 1, ...source, snippet: '…', source: 'web' }));
  const found = searches ? [{ type: 'search_results', queries: ['best'], results }] : [];
  const cost = {
    currency: 'USD',
    input_cost: 0.0011,
    output_cost: 0.0009,
    tool_calls_cost: 0.0025,
    total_cost: 0.0045,
  };
  return {
    id: 'resp_fake',
    object: 'response',
    created_at: 1_795_000_000,
    status: statusOf(fault, 'in_progress'),
    model,
    output: outputOf(fault, [...found, message], call),
    usage: { input_tokens: 4_400, output_tokens: 360, total_tokens: 4_760, cost },
  };
}

function claudeMessage(request: FakeRequest, fault: FaultName | null, text: string): object {
  const { model, searches, isContinuation } = request;
  const citations = SOURCES.map((source) => ({
    type: 'web_search_result_location',
    ...source,
    cited_text: '…',
    encrypted_index: 'e',
  }));
  const use = { type: 'server_tool_use', id: 'srvtoolu_fake', name: 'web_search', input: { query: 'best' } };
  const results = SOURCES.map((source) => ({
    type: 'web_search_result',
    ...source,
    encrypted_content: 'e',
    page_age: null,
  }));
  const found =
    searches && !isContinuation ? [use, { type: 'web_search_tool_result', tool_use_id: use.id, content: results }] : [];
  const spoken = { type: 'text', text, citations };
  const isPaused = fault === 'pause_for_ever' || (fault === 'pause_then_end' && !isContinuation);
  const output = isPaused ? [{ type: 'text', text: 'I look further. ' }] : [spoken];
  return {
    id: 'msg_fake',
    type: 'message',
    role: 'assistant',
    model: `${model}-20261001`,
    content: outputOf(fault, [...found, ...output], { type: 'tool_use', id: 'toolu_fake', name: 'look_up', input: {} }),
    stop_reason: stopReasonOf(fault, isPaused),
    stop_sequence: null,
    usage: {
      input_tokens: 14_000,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 520,
      server_tool_use: { web_search_requests: found.length > 0 ? 1 : 0 },
    },
  };
}

function stopReasonOf(fault: FaultName | null, isPaused: boolean): string {
  if (isPaused) return 'pause_turn';
  if (fault === 'refusal') return 'refusal';
  return fault === 'tool_call' ? 'tool_use' : 'end_turn';
}

function geminiContent({ model, searches }: FakeRequest, fault: FaultName | null, text: string): object {
  const redirect = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/';
  const groundingMetadata = {
    webSearchQueries: ['best of the year', 'best cheap', 'best reviews', 'best 2026'],
    searchEntryPoint: { renderedContent: '<div></div>' },
    groundingChunks: SOURCES.map(({ url }, place) => ({
      web: { uri: `${redirect}${place}`, title: new URL(url).host },
    })),
    groundingSupports: [],
  };
  const finishReason = { refusal: 'SAFETY', pause_for_ever: 'CONTINUATION' }[String(fault)] ?? 'STOP';
  const call = { functionCall: { name: 'look_up', args: {} } };
  return {
    candidates: [
      {
        content: { role: 'model', parts: outputOf(fault, [{ text }], call) },
        finishReason,
        index: 0,
        ...(searches && { groundingMetadata }),
      },
    ],
    usageMetadata: { promptTokenCount: 60, candidatesTokenCount: 480, thoughtsTokenCount: 250, totalTokenCount: 790 },
    modelVersion: model,
    responseId: 'fake',
    ...(fault === 'failed_in_200' && { error: { code: 500, status: 'INTERNAL', message: 'Internal error.' } }),
  };
}

/** The items of an answer, or their replacement. */
function outputOf(fault: FaultName | null, items: Fields[], call: Fields): unknown {
  switch (fault) {
    case 'wrong_schema':
      return { unexpected: items };
    case 'empty':
    case 'failed_in_200':
      return [];
    case 'tool_call':
      return [call];
    default:
      return items;
  }
}

function statusOf(fault: FaultName | null, waiting: string): string {
  if (fault === 'failed_in_200') return 'failed';
  return fault === 'pause_for_ever' ? waiting : 'completed';
}
