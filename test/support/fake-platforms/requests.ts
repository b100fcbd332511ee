import { z } from 'zod';
import type { Platform } from '../../../src/entities/vocabulary.js';
import type { PlatformAnswer, PlatformCall } from '../platform-server.js';
import { errorBody } from './faults.js';

/** A request that its platform takes. */
export interface FakeRequest {
  platform: Platform;
  model: string;
  /** The customer's text. */
  question: string;
  country: string | null;
  /** Whether the platform must search the web, or may. */
  searches: boolean;
  /** Whether Claude is to go on with a turn that it paused. */
  isContinuation: boolean;
  key: string;
  /** In which of a platform's APIs: OpenAI's chat completions are the judge's. */
  isChat: boolean;
}

const PREFIXES: Readonly<Record<Platform, string>> = {
  chatgpt: '/openai/v1',
  perplexity: '/perplexity',
  claude: '/anthropic',
  gemini: '/google',
};

/** Where each platform lies below the address of the fake. */
export function prefixOf(platform: Platform): string {
  return PREFIXES[platform];
}

const model = z.string().min(1);
const country = z.string().regex(/^[A-Z]{2}$/);
const place = { country, region: z.string().min(1).optional(), city: z.string().min(1).optional() };
const approximate = z.strictObject({ type: z.literal('approximate'), ...place, country: country.optional() });
const text = z.string().min(1);
const tokens = z.int().min(16);
const jsonSchema = z.record(z.string(), z.unknown());

const OPENAI_RESPONSES = z.strictObject({
  model,
  input: text,
  tools: z
    .array(
      z.strictObject({
        type: z.literal('web_search'),
        user_location: approximate.optional(),
        search_context_size: z.enum(['low', 'medium', 'high']).optional(),
      }),
    )
    .optional(),
  tool_choice: z.enum(['none', 'auto', 'required']).optional(),
  max_tool_calls: z.int().min(1).optional(),
  max_output_tokens: tokens.optional(),
  instructions: z.string().optional(),
  store: z.boolean().optional(),
});

const OPENAI_CHAT = z.strictObject({
  model,
  messages: z.array(z.strictObject({ role: z.enum(['system', 'user']), content: text })).min(1),
  temperature: z.number().optional(),
  max_completion_tokens: tokens.optional(),
  response_format: z.strictObject({
    type: z.literal('json_schema'),
    json_schema: z.strictObject({ name: z.string(), strict: z.boolean(), schema: jsonSchema }),
  }),
});

const PERPLEXITY_AGENT = z.strictObject({
  model: z.string().regex(/^[\w-]+\/[\w.-]+$/),
  input: text,
  instructions: z.string().optional(),
  tools: z
    .array(z.strictObject({ type: z.literal('web_search'), user_location: z.strictObject(place).optional() }))
    .optional(),
  tool_choice: z.strictObject({ type: z.literal('web_search') }).optional(),
  max_output_tokens: tokens.optional(),
  response_format: z
    .strictObject({
      type: z.literal('json_schema'),
      json_schema: z.strictObject({ name: z.string().min(1).max(64), schema: jsonSchema }),
    })
    .optional(),
  store: z.boolean().optional(),
});

const CLAUDE_MESSAGES = z.strictObject({
  model,
  max_tokens: tokens,
  system: z.string().optional(),
  messages: z.tuple(
    [z.strictObject({ role: z.literal('user'), content: text })],
    z.strictObject({ role: z.literal('assistant'), content: z.array(z.record(z.string(), z.unknown())).min(1) }),
  ),
  tools: z
    .array(
      z.strictObject({
        type: z.literal('web_search_20250305'),
        name: z.literal('web_search'),
        max_uses: z.int().min(1).optional(),
        user_location: approximate.optional(),
      }),
    )
    .optional(),
  tool_choice: z.strictObject({ type: z.literal('tool'), name: z.literal('web_search') }).optional(),
  output_config: z
    .strictObject({ format: z.strictObject({ type: z.literal('json_schema'), schema: jsonSchema }) })
    .optional(),
  temperature: z.number().optional(),
});

const parts = z.tuple([z.strictObject({ text })]);
const GEMINI_CONTENT = z.strictObject({
  contents: z.tuple([z.strictObject({ role: z.literal('user'), parts })]),
  systemInstruction: z.strictObject({ parts }).optional(),
  tools: z.tuple([z.strictObject({ google_search: z.strictObject({}) })]).optional(),
  generationConfig: z.strictObject({
    maxOutputTokens: tokens.optional(),
    responseMimeType: z.literal('application/json').optional(),
    responseJsonSchema: jsonSchema.optional(),
    temperature: z.number().optional(),
  }),
});

/**
 * The request as its platform understands it, or the platform's refusal: of another method or path, without a key, with
 * a field it does not know or a value it does not take. A key that begins with `wrong` is not accepted.
 */
export function readRequest(platform: Platform, call: PlatformCall): FakeRequest | PlatformAnswer {
  const path = call.path.slice(PREFIXES[platform].length);
  if (call.method !== 'POST') return refusal(platform, 404, `Invalid URL (${call.method} ${path})`);
  const key = keyOf(platform, call);
  if (key === '' || key.startsWith('wrong')) return wrongKey(platform, key);
  if (platform === 'claude' && call.headers['anthropic-version'] !== '2023-06-01') {
    return refusal(platform, 400, 'anthropic-version: header is required');
  }
  return READERS[platform](path, call.body, key) ?? refusal(platform, 404, `Invalid URL (POST ${path})`);
}

const READERS: Record<Platform, (path: string, body: object, key: string) => FakeRequest | PlatformAnswer | null> = {
  chatgpt(path, body, key) {
    if (path === '/chat/completions') {
      return parsed('chatgpt', OPENAI_CHAT, body, (read) => ({
        ...UNSEARCHED,
        platform: 'chatgpt',
        model: read.model,
        question: read.messages.at(-1)?.content ?? '',
        key,
        isChat: true,
      }));
    }
    if (path !== '/responses') return null;
    return parsed('chatgpt', OPENAI_RESPONSES, body, (read) => ({
      ...UNSEARCHED,
      platform: 'chatgpt',
      model: read.model,
      question: read.input,
      country: read.tools?.[0]?.user_location?.country ?? null,
      searches: read.tools !== undefined,
      key,
    }));
  },
  perplexity(path, body, key) {
    if (path !== '/v1/agent') return null;
    return parsed('perplexity', PERPLEXITY_AGENT, body, (read) => ({
      ...UNSEARCHED,
      platform: 'perplexity',
      model: read.model,
      question: read.input,
      country: read.tools?.[0]?.user_location?.country ?? null,
      searches: read.tools !== undefined,
      key,
    }));
  },
  claude(path, body, key) {
    if (path !== '/v1/messages') return null;
    return parsed('claude', CLAUDE_MESSAGES, body, (read) => ({
      ...UNSEARCHED,
      platform: 'claude',
      model: read.model,
      question: read.messages[0].content,
      country: read.tools?.[0]?.user_location?.country ?? null,
      searches: read.tools !== undefined,
      isContinuation: read.messages.length > 1,
      key,
    }));
  },
  gemini(path, body, key) {
    const named = /^\/v1beta\/models\/([^/:]+):generateContent$/.exec(path)?.[1];
    if (named === undefined) return null;
    return parsed('gemini', GEMINI_CONTENT, body, (read) => ({
      ...UNSEARCHED,
      platform: 'gemini',
      model: decodeURIComponent(named),
      question: read.contents[0].parts[0].text,
      searches: read.tools !== undefined,
      key,
    }));
  },
};

const UNSEARCHED = { country: null, searches: false, isContinuation: false, isChat: false };

function parsed<Read>(
  platform: Platform,
  schema: z.ZodType<Read>,
  body: object,
  toRequest: (read: Read) => FakeRequest,
): FakeRequest | PlatformAnswer {
  const outcome = schema.safeParse(body);
  if (outcome.success) return toRequest(outcome.data);
  const [issue] = outcome.error.issues;
  return refusal(platform, 400, `${issue?.path.join('.')}: ${issue?.message}`);
}

function keyOf(platform: Platform, { headers }: PlatformCall): string {
  const name = { chatgpt: 'authorization', perplexity: 'authorization', claude: 'x-api-key', gemini: 'x-goog-api-key' };
  const value = headers[name[platform]];
  return typeof value === 'string' ? value.replace(/^Bearer /, '') : '';
}

/** Google tells a wrong key by 400. */
function wrongKey(platform: Platform, key: string): PlatformAnswer {
  if (platform !== 'gemini') return refusal(platform, 401, `Incorrect API key provided: ${key}`);
  const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
  return { status: 400, json: errorBody(platform, 400, { message: 'API key not valid.', details }) };
}

function refusal(platform: Platform, status: number, message: string): PlatformAnswer {
  return { status, json: errorBody(platform, status, { message }) };
}
