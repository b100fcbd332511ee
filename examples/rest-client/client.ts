import type { Operations } from './rest-types.js';

export interface Server {
  /** Where the service is, such as `http://127.0.0.1:4000`. */
  url: string;
  key: string;
}

type Part = 'path' | 'query' | 'body';

/** The parts of a request that have something that is required. */
type Required<Operation extends Record<Part, unknown>> = {
  [Name in Part]: Operation[Name] extends Record<string, never> ? never : object extends Operation[Name] ? never : Name;
}[Part];

/** What an operation is sent: parts without anything that is required may be left out, those without anything must. */
type Sent<Operation extends Record<Part, unknown>> = {
  [Name in Required<Operation>]: Operation[Name];
} & {
  [Name in Exclude<Part, Required<Operation>>]?: Operation[Name] extends Record<string, never>
    ? never
    : Operation[Name];
};

/**
 * Sends a request of the REST API: `call(server, 'GET /projects', { query: { limit: 10 } })`.
 * @throws Error with the server's code and message where it refuses.
 */
export async function call<Name extends keyof Operations>(
  server: Server,
  name: Name,
  sent: Sent<Operations[Name]>,
): Promise<Operations[Name]['answer']> {
  const { path = {}, query = {}, body } = sent as { path?: object; query?: object; body?: unknown };
  const [method, pattern = ''] = name.split(' ');
  const filled = Object.entries(path).reduce(
    (all, [key, value]) => all.replace(`{${key}}`, encodeURIComponent(value)),
    pattern,
  );
  const url = new URL(`/api/v1${filled}`, server.url);
  for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value));
  const response = await fetch(url, {
    method: method ?? 'GET',
    headers: { Authorization: `Bearer ${server.key}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  // The server answers as openapi.json says, which the types were made from.
  const answer = (await response.json()) as { error?: { code: string; message: string } };
  if (response.ok) return answer as Operations[Name]['answer'];
  const wait = response.headers.get('Retry-After');
  throw new Error(`${answer.error?.code}: ${answer.error?.message}${wait ? `; again in ${wait} s` : ''}`);
}

/** How each project stands, as a table: a request for the list and one for each project. */
export async function scores(server: Server): Promise<string> {
  const { data: projects } = await call(server, 'GET /projects', {});
  const lines = [];
  for (const { id, name } of projects) {
    const { data } = await call(server, 'GET /projects/{projectId}/visibility', {
      path: { projectId: id },
      query: { window: '30d' },
    });
    const platforms = Object.entries(data.by_platform).map(
      ([platform, own]) => `${platform} ${own.visibility_score} %`,
    );
    lines.push(`${name}  ${data.score} %  ${platforms.join(', ')}`.trim());
  }
  return lines.join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const { URL: url = 'http://127.0.0.1:4000', KEY: key = '' } = process.env;
  process.stdout.write(`${await scores({ url, key })}\n`);
}
