import type { Platform } from '../../entities/vocabulary.js';
import type { DemoPage } from '../demo.types.js';
import type { Passage } from './passages.js';

/** The model that every sample names: not one of a platform's own. */
export const SAMPLE_MODEL = 'sample';

/** An answer as its platform writes it, with its sources in the text where that platform puts them there. */
interface Written {
  pieces: readonly Piece[];
  /** Each page once, in order of first citation. */
  pages: readonly DemoPage[];
  /** What the platform searched the web for. */
  searches: readonly string[];
}

interface Piece {
  text: string;
  pages: readonly DemoPage[];
}

/** Marks the sources in the text: links by ChatGPT, numbers by Perplexity; the other two keep them out of it. */
export function writtenBy(platform: Platform, passages: readonly Passage[], searches: readonly string[]): Written {
  const cited = passages.flatMap((passage) => passage.pages).map((page) => asCited(platform, page));
  const pages = [...new Map(cited.map((page) => [page.url, page])).values()];
  const numbers = new Map(pages.map(({ url }, index) => [url, index + 1]));
  const pieces = passages.map((passage) => {
    const own = passage.pages.map((page) => asCited(platform, page));
    const marks = own.map((page) => markOf(platform, page, numbers.get(page.url) ?? 0));
    return { text: passage.text + marks.join(''), pages: own };
  });
  return { pieces, pages, searches };
}

export function textOf({ pieces }: Written): string {
  return pieces.map(({ text }) => text).join('');
}

/** The answer in its platform's own response format, as the adapters of `platforms` parse it. */
export function responseBody(platform: Platform, written: Written): Record<string, unknown> {
  switch (platform) {
    case 'chatgpt':
      return chatgptBody(written);
    case 'perplexity':
      return perplexityBody(written);
    case 'claude':
      return claudeBody(written);
    case 'gemini':
      return geminiBody(written);
    default:
      return platform satisfies never;
  }
}

/** ChatGPT adds its own parameter to the addresses it cites. */
function asCited(platform: Platform, page: DemoPage): DemoPage {
  return platform === 'chatgpt' ? { ...page, url: `${page.url}?utm_source=openai` } : page;
}

function markOf(platform: Platform, { url }: DemoPage, number: number): string {
  if (platform === 'chatgpt') return ` ([${new URL(url).hostname}](${url}))`;
  return platform === 'perplexity' ? `[${number}]` : '';
}

/** Responses API: one message, whose annotations point at the marks in its text. */
function chatgptBody(written: Written) {
  const annotations: Record<string, unknown>[] = [];
  let end = 0;
  for (const { text, pages } of written.pieces) {
    const start = end;
    end += text.length;
    for (const { url, title } of pages) {
      annotations.push({ type: 'url_citation', start_index: start, end_index: end, url, title });
    }
  }
  const content = [{ type: 'output_text', text: textOf(written), annotations, logprobs: [] }];
  return {
    id: 'resp_sample',
    object: 'response',
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: SAMPLE_MODEL,
    output: [
      ...written.searches.map((query, at) => ({
        id: `ws_sample_${at}`,
        type: 'web_search_call',
        status: 'completed',
        action: { type: 'search', queries: [query], query },
      })),
      { id: 'msg_sample', type: 'message', status: 'completed', role: 'assistant', content },
    ],
  };
}

/** Sonar: numbers in the text are positions in `citations`; `search_results` has the titles. */
function perplexityBody(written: Written) {
  return {
    id: 'sample',
    object: 'chat.completion',
    model: SAMPLE_MODEL,
    citations: written.pages.map(({ url }) => url),
    search_results: written.pages.map(({ url, title }) => ({ url, title, date: null })),
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: textOf(written) } }],
  };
}

/** Messages API: its searches, then a block of text for each cited passage and one for the text between two of them. */
function claudeBody({ pieces, searches }: Written) {
  const blocks: Record<string, unknown>[] = searches.map((query, at) => ({
    type: 'server_tool_use',
    id: `srvtoolu_sample_${at}`,
    name: 'web_search',
    input: { query },
  }));
  let uncited = '';
  for (const { text, pages } of pieces) {
    if (pages.length === 0) {
      uncited += text;
      continue;
    }
    if (uncited !== '') blocks.push({ type: 'text', text: uncited });
    uncited = '';
    blocks.push({ type: 'text', text, citations: pages.map((page) => claudeCitation(page, text)) });
  }
  if (uncited !== '') blocks.push({ type: 'text', text: uncited });
  return {
    id: 'msg_sample',
    type: 'message',
    role: 'assistant',
    model: SAMPLE_MODEL,
    content: blocks,
    stop_reason: 'end_turn',
    stop_sequence: null,
  };
}

function claudeCitation({ url, title }: DemoPage, text: string) {
  return { type: 'web_search_result_location', url, title, cited_text: text.trim(), encrypted_index: 'sample' };
}

/** generateContent: one part of text, and the chunks that passages of it are grounded on. */
function geminiBody(written: Written) {
  const places = new Map(written.pages.map(({ url }, index) => [url, index]));
  const supports = written.pieces
    .filter(({ pages }) => pages.length > 0)
    .map(({ text, pages }) => ({ segment: { text }, groundingChunkIndices: pages.map(({ url }) => places.get(url)) }));
  const groundingMetadata = {
    groundingChunks: written.pages.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports: supports,
    webSearchQueries: written.searches,
  };
  return {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: textOf(written) }] },
        finishReason: 'STOP',
        index: 0,
        groundingMetadata,
      },
    ],
    modelVersion: SAMPLE_MODEL,
    responseId: 'sample',
  };
}
