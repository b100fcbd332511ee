import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { ENVIRONMENT } from '../../src/config.js';
import { ROOT } from './sources.js';

/** Inline and reference links of Markdown whose target is a file of the project, without their anchors. */
const LINK = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)|^\s*\[[^\]]+\]:\s*(\S+)/gm;

describe('the documents', () => {
  const documents = [
    ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'].map((name) => join(ROOT, name)),
    ...['docs', 'examples'].flatMap((name) => inFolder(join(ROOT, name))),
  ];

  test.each(documents.map((file) => [relative(ROOT, file), file]))('%s links only to what exists', (_name, file) => {
    const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
    const broken = [...text.matchAll(LINK)]
      .map(([, inline, reference]) => inline ?? reference ?? '')
      .filter((target) => !/^[a-z][a-z0-9+.-]*:|^#|^\/\//i.test(target))
      .filter((target) => !existsSync(join(dirname(file), decodeURIComponent(target.split('#', 1)[0] ?? ''))));
    expect(broken).toEqual([]);
  });

  test.each(documents.map((file) => [relative(ROOT, file), file]))(
    '%s links only to headings that exist',
    (_name, file) => {
      const text = readFileSync(file, 'utf8').replace(/```[\s\S]*?```/g, '');
      const broken = [...text.matchAll(LINK)]
        .map(([, inline, reference]) => inline ?? reference ?? '')
        .filter((target) => /^([^:#]+\.md)?#/.test(target))
        .filter((target) => {
          const [path = '', anchor = ''] = target.split('#');
          return !anchorsOf(path === '' ? file : join(dirname(file), path)).includes(anchor);
        });
      expect(broken).toEqual([]);
    },
  );

  test('CONTRIBUTING.md names only files that exist', () => {
    const text = readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
    const paths = [...text.matchAll(/`((?:src|test|docs|dashboard)\/[^`<*\s]+)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(25);
    expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('each page of the dashboard is explained to its users, and each picture is shown', () => {
    const navigation = readFileSync(join(ROOT, 'dashboard/layout/navigation.tsx'), 'utf8');
    const pages = [...navigation.matchAll(/\bto: '[^']*\/([a-z-]+)', name: '([^']+)'/g)];
    expect(pages.length).toBeGreaterThan(10);
    const texts = documents.map((file) => readFileSync(file, 'utf8'));
    expect(pages.filter(([, file, name]) => !isExplained(`${file}.md`, `${name}`)).map(([, file]) => file)).toEqual([]);
    const pictures = readdirSync(join(ROOT, 'docs', 'pictures'));
    expect(pictures.filter((name) => !texts.some((text) => text.includes(`pictures/${name}`)))).toEqual([]);
  });

  test('security.md names only tests that exist', () => {
    const text = readFileSync(join(ROOT, 'docs', 'security.md'), 'utf8');
    const paths = [...text.matchAll(/`(?:test\/)?([a-z/-]+\.test\.ts)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(25);
    expect(paths.filter((path) => !existsSync(join(ROOT, 'test', path)))).toEqual([]);
  });

  test('operating.md names every variable of the environment', () => {
    const names = Object.keys(ENVIRONMENT.shape);
    expect(names.length).toBeGreaterThan(35);
    const operating = readFileSync(join(ROOT, 'docs', 'operating.md'), 'utf8');
    expect(names.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  });
});

/** Whether a page has a document with its name and its picture. */
function isExplained(file: string, name: string): boolean {
  const path = join(ROOT, 'docs', 'using-the-dashboard', file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.startsWith(`# ${name}\n`) && /!\[[^\]]+\]\(\.\.\/pictures\//.test(text);
}

function inFolder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}

/** Headings as code hosts turn them into anchors. */
function anchorsOf(file: string): string[] {
  if (!existsSync(file)) return [];
  return [...readFileSync(file, 'utf8').matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}
