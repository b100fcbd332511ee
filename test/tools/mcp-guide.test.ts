import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { TOOLS } from '../../src/mcp/tools/all-tools.js';
import { ROOT } from '../contract/sources.js';

/** What docs/tools/mcp.md has people paste: of the form that each product takes, with our address and header. */

const page = readFileSync(join(ROOT, 'docs/tools/mcp.md'), 'utf8');

/** The block of a section in a language. */
function blockOf(title: string, language: string): string {
  const section = page.split(/^### /m).find((text) => text.startsWith(`${title}\n`)) ?? '';
  const [, block] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(section) ?? [];
  if (block === undefined) throw new Error(`${title} has no block of ${language}`);
  return block;
}

const url = z.literal('https://YOUR-HOST/mcp');
const headersWith = (key: RegExp) => z.strictObject({ Authorization: z.string().regex(key) });
const serverWith = (server: z.ZodType) => z.strictObject({ 'brand-visibility': server });

const COMMAND = 'run --silent --prefix PATH-OF-THE-SERVICE operator -- mcp --account ID';

const FORMS: readonly [string, z.ZodType][] = [
  [
    'Claude Code',
    z.strictObject({
      mcpServers: serverWith(
        z.strictObject({ type: z.literal('http'), url, headers: headersWith(/^Bearer \$\{BRAND_VISIBILITY_KEY\}$/) }),
      ),
    }),
  ],
  [
    'Cursor',
    z.strictObject({
      mcpServers: serverWith(z.strictObject({ url, headers: headersWith(/^Bearer \$\{env:BRAND_VISIBILITY_KEY\}$/) })),
    }),
  ],
  [
    'VS Code',
    z.strictObject({
      inputs: z.tuple([
        z.strictObject({
          type: z.literal('promptString'),
          id: z.literal('brand-visibility-key'),
          description: z.string(),
          password: z.literal(true),
        }),
      ]),
      servers: serverWith(
        z.strictObject({
          type: z.literal('http'),
          url,
          headers: headersWith(/^Bearer \$\{input:brand-visibility-key\}$/),
        }),
      ),
    }),
  ],
  [
    'The API of OpenAI',
    z.strictObject({
      model: z.string(),
      input: z.string(),
      tools: z.tuple([
        z.strictObject({
          type: z.literal('mcp'),
          server_label: z.string().regex(/^[a-z_]+$/),
          server_url: url,
          headers: headersWith(/^Bearer YOUR-KEY$/),
          require_approval: z.literal('never'),
          allowed_tools: z.array(z.enum(TOOLS.filter(({ isWrite }) => !isWrite).map(({ name }) => name))),
        }),
      ]),
    }),
  ],
  [
    'The API of Anthropic',
    z.strictObject({
      model: z.string(),
      max_tokens: z.int(),
      messages: z.tuple([z.strictObject({ role: z.literal('user'), content: z.string() })]),
      mcp_servers: z.tuple([
        z.strictObject({
          type: z.literal('url'),
          url,
          name: z.literal('brand-visibility'),
          authorization_token: z.literal('YOUR-KEY'),
        }),
      ]),
      tools: z.tuple([
        z.strictObject({ type: z.literal('mcp_toolset'), mcp_server_name: z.literal('brand-visibility') }),
      ]),
    }),
  ],
  [
    'Without HTTP',
    z.strictObject({
      mcpServers: serverWith(
        z.strictObject({
          command: z.literal('npm'),
          args: z.array(z.string()).refine((args) => args.join(' ') === COMMAND),
        }),
      ),
    }),
  ],
];

test.each(FORMS)('the block of %s has its form', (title, form) => {
  expect(form.safeParse(JSON.parse(blockOf(title, 'json'))).error).toBeUndefined();
});

test('the commands and tables of Claude Code and Codex name address and key', () => {
  expect(blockOf('Claude Code', 'sh')).toBe(
    'claude mcp add --transport http brand-visibility https://YOUR-HOST/mcp ' +
      '--header "Authorization: Bearer $BRAND_VISIBILITY_KEY"\n',
  );
  expect(blockOf('Codex', 'toml').trim().split('\n')).toEqual([
    '[mcp_servers.brand-visibility]',
    'url = "https://YOUR-HOST/mcp"',
    'bearer_token_env_var = "BRAND_VISIBILITY_KEY"',
  ]);
});

test('the page names every tool, those that write as such, and what cannot be connected', () => {
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (\*\*writes\*\*)?/gm)].map(([, name, writes]) => [
    name,
    Boolean(writes),
  ]);
  expect(rows).toEqual(TOOLS.map(({ name, isWrite }) => [name, isWrite]));
  for (const what of ['n8n', 'Claude', 'OAuth']) expect(page).toContain(what);
});
