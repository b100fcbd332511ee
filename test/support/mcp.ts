import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import type { TestApi } from './api.js';

/** Ways in which the official client agrees on a revision: the one of 2026 alone, whichever there is, those of 2025. */
export const MODES = ['modern', 'auto', 'legacy'] as const;
type Mode = (typeof MODES)[number];

const MODERN = '2026-07-28';

/** The official client, connected to the service with a key, until the test ends. */
export async function connectMcp(api: TestApi, key: string, mode: Mode = 'auto'): Promise<Client> {
  const negotiated: VersionNegotiationMode = mode === 'modern' ? { pin: MODERN } : mode;
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode: negotiated } });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit }));
  return client;
}

/** What a tool returned, which must not be a failure. */
export async function callTool<Result = Record<string, unknown>>(
  client: Client,
  name: string,
  sent: Record<string, unknown> = {},
): Promise<Result> {
  const { structuredContent, content, isError } = await client.callTool({ name, arguments: sent });
  const text = textOf(content);
  if (isError) throw new Error(`${name}: ${text}`);
  expect(JSON.parse(text)).toEqual(structuredContent);
  // Held to the tool's published schema by the client.
  return structuredContent as Result;
}

/** The words of a call that failed. */
export async function failureOfTool(client: Client, name: string, sent: Record<string, unknown> = {}): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: sent });
  expect(isError).toBe(true);
  return textOf(content);
}

function textOf(content: unknown): string {
  const [block] = content as { type: string; text: string }[];
  return block?.text ?? '';
}

/** One message as the plain protocol has it. */
export function messageOf(method: string, params: Record<string, unknown> = {}, id: number | string = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

/** Headers of a plain message of the revisions of 2025. */
export const MCP_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-06-18',
} as const;

/** The message of a response, whether it came as JSON or as one event. */
export function bodyOf(text: string): { result?: Record<string, unknown>; error?: { code: number; message: string } } {
  const data = /^data: (.*)$/m.exec(text)?.[1];
  return JSON.parse(data ?? text);
}
