import type { Platform } from '../../entities/vocabulary.js';
import type { PlatformRequest } from './platform-caller.js';

/** A question to be answered by one JSON value of a schema. */
export interface StructuredQuestion {
  model: string;
  instructions: string;
  input: string;
  /** A word of letters, digits and `_`. */
  schemaName: string;
  /** JSON Schema, of what all four accept: objects with every field required and none added, strings, enums. */
  schema: object;
  /** Tokens of the answer, reasoning included. */
  tokensMax: number;
  /** Null where the model takes none; Perplexity is sent none. */
  temperature: number | null;
}

const BUILDERS: Record<Platform, (question: StructuredQuestion) => PlatformRequest> = {
  chatgpt: chatgptRequest,
  perplexity: perplexityRequest,
  claude: claudeRequest,
  gemini: geminiRequest,
};

/**
 * The request by which a platform answers in a strict schema, without searching the web. The answer is the text of its
 * reply (`readReply`), which recognizes refusals and cut-off answers as in any other.
 */
export function structuredRequest(platform: Platform, question: StructuredQuestion): PlatformRequest {
  return BUILDERS[platform](question);
}

/** Chat completions, not the Responses API: proxies and compatible servers support it. */
function chatgptRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schemaName, schema, tokensMax, temperature } = question;
  return {
    path: '/chat/completions',
    body: {
      model,
      messages: [
        { role: 'system', content: instructions },
        { role: 'user', content: input },
      ],
      ...(temperature !== null && { temperature }),
      max_completion_tokens: tokensMax,
      response_format: { type: 'json_schema', json_schema: { name: schemaName, strict: true, schema } },
    },
  };
}

/** The agent API takes no temperature and refuses fields that it does not know; without tools it searches nothing. */
function perplexityRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schemaName, schema, tokensMax } = question;
  return {
    path: '/v1/agent',
    body: {
      model,
      input,
      instructions,
      max_output_tokens: tokensMax,
      response_format: { type: 'json_schema', json_schema: { name: schemaName, schema } },
    },
  };
}

/** Output in a format, not a forced tool: the verdict is the reply's text, as with the other three. */
function claudeRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schema, tokensMax, temperature } = question;
  return {
    path: '/v1/messages',
    body: {
      model,
      max_tokens: tokensMax,
      system: instructions,
      messages: [{ role: 'user', content: input }],
      output_config: { format: { type: 'json_schema', schema } },
      ...(temperature !== null && { temperature }),
    },
  };
}

function geminiRequest(question: StructuredQuestion): PlatformRequest {
  const { model, instructions, input, schema, tokensMax, temperature } = question;
  return {
    path: `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: {
      systemInstruction: { parts: [{ text: instructions }] },
      contents: [{ role: 'user', parts: [{ text: input }] }],
      generationConfig: {
        maxOutputTokens: tokensMax,
        responseMimeType: 'application/json',
        responseJsonSchema: schema,
        ...(temperature !== null && { temperature }),
      },
    },
  };
}
