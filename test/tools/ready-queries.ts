import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../contract/sources.js';

/** A query of a page of docs/tools, with all that the page says of it. */
export interface ReadyQuery {
  title: string;
  /** The block as it is pasted. */
  code: string;
  /** The text of its section below the block. */
  below: string;
  points: number;
  requests: number;
}

/** The sections of a page that hold a block in this language and state its price, in the order of the page. */
export function readyQueriesOf(page: string, language: string): ReadyQuery[] {
  return sectionsOf(readPage(`tools/${page}`)).flatMap(({ title, text }) => {
    const [, code, below] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\`\\n([\\s\\S]*)`).exec(text) ?? [];
    const [, points, requests] = /\bCost: (\d+) points?, (\d+) requests?/.exec(below ?? '') ?? [];
    if (code === undefined || below === undefined || points === undefined) return [];
    return [{ title, code, below, points: Number(points), requests: Number(requests) }];
  });
}

/** The columns of the table below each heading of docs/tools.md, by heading. */
export function documentedColumns(): Map<string, string[]> {
  const tables = sectionsOf(readPage('tools')).filter(({ title }) => title.endsWith('Daily'));
  return new Map(tables.map(({ title, text }) => [title, (/^\| (.+) \|$/m.exec(text)?.[1] ?? '').split(' | ')]));
}

/** The only JSON block of docs/tools.md. */
export function documentedAnswer(): unknown {
  return JSON.parse(/```json\n([\s\S]*?)```/.exec(readPage('tools'))?.[1] ?? '');
}

function readPage(name: string): string {
  return readFileSync(join(ROOT, 'docs', `${name}.md`), 'utf8');
}

function sectionsOf(text: string): { title: string; text: string }[] {
  return text
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => ({ title: section.split('\n', 1)[0] ?? '', text: section }));
}
