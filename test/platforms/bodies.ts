/**
 * Small response bodies in the wire format of each platform: a complete answer, in which a test may change fields.
 * Created again on each call.
 */

type Fields = Record<string, unknown>;

/** OpenAI, Responses API, with one message of the given blocks. */
export function openaiResponse(blocks: Fields[], fields: Fields = {}): Fields {
  return {
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    error: null,
    incomplete_details: null,
    model: 'gpt-5-2025-08-07',
    output: [{ id: 'rs_1', type: 'reasoning', summary: [] }, openaiMessage(blocks)],
    ...fields,
  };
}

export function openaiMessage(blocks: Fields[], fields: Fields = {}): Fields {
  return { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: blocks, ...fields };
}

export function outputText(text: unknown, annotations: unknown = []): Fields {
  return { type: 'output_text', text, annotations, logprobs: [] };
}

export function urlCitation(url: string, title: string): Fields {
  return { type: 'url_citation', start_index: 0, end_index: 1, url, title };
}

/** OpenAI, chat.completions, with one choice. */
export function openaiChat(message: Fields, finishReason: unknown = 'stop'): Fields {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    model: 'gpt-4o-search-preview',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', refusal: null, ...message },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
  };
}

/** Anthropic, Messages API. */
export function claudeMessage(blocks: unknown, fields: Fields = {}): Fields {
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: blocks,
    stop_reason: 'end_turn',
    stop_sequence: null,
    ...fields,
  };
}

export function claudeText(text: string, citations?: unknown): Fields {
  return citations === undefined ? { type: 'text', text } : { type: 'text', text, citations };
}

export function webLocation(url: string, title: string): Fields {
  return { type: 'web_search_result_location', cited_text: '…', encrypted_index: 'e', url, title };
}

/** Perplexity, Sonar. */
export function sonarAnswer(content: unknown, fields: Fields = {}, finishReason: unknown = 'stop'): Fields {
  return {
    id: '1',
    object: 'chat.completion',
    model: 'sonar',
    citations: [],
    search_results: [],
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content },
        delta: { role: 'assistant', content: '' },
        finish_reason: finishReason,
      },
    ],
    ...fields,
  };
}

/** Google, generateContent, with one candidate of the given parts. */
export function geminiAnswer(parts: unknown, candidate: Fields = {}): Fields {
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...candidate }],
    modelVersion: 'gemini-2.5-flash',
    responseId: 'r1',
  };
}
