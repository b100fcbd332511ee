import { createAnalyser } from '../../src/analysis/analyser.js';
import { read, subject } from './read.js';

function cite(
  ...citations: (string | { url: string; title: string | null })[]
): { url: string; domain: string; title: string | null }[] {
  const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [] });
  const list = citations.map((each) => (typeof each === 'string' ? { url: each, title: null } : each));
  return [...analyse({ text: '', citations: list }).citations];
}

function linked(text: string): string[] {
  return read(text, 'Sonos').citations.map(({ url }) => url);
}

test('tracking parameters and text fragments are removed, others stay', () => {
  expect(cite('https://a.com/p?utm_source=x&id=7&gclid=1&srsltid=z&fbclid=q#:~:text=some%20words')[0]?.url).toBe(
    'https://a.com/p?id=7',
  );
});

test('one page counts once: scheme, www, default port, final slash, fragment and tracking make no other', () => {
  const pages = cite(
    'http://www.A.com:80/p/',
    'https://a.com/p',
    'https://a.com/p#part',
    'https://a.com/p?utm_medium=y',
  );
  expect(pages).toEqual([{ url: 'http://www.a.com/p/', domain: 'a.com', title: null }]);
});

test('other queries, paths, ports and hosts are other pages', () => {
  expect(
    cite(
      'https://a.com/p?id=1',
      'https://a.com/p?id=2',
      'https://a.com/q',
      'https://a.com:8443/q',
      'https://b.a.com/q',
    ),
  ).toHaveLength(5);
});

test('a page keeps the first title that it is given', () => {
  expect(
    cite(
      { url: 'https://a.com', title: '' },
      { url: 'https://a.com/', title: 'T' },
      { url: 'https://a.com', title: 'U' },
    )[0]?.title,
  ).toBe('T');
});

test('domains are host names in lower case without www, international ones in their ASCII form', () => {
  expect(
    cite('https://WWW.Example.com/a', 'https://bücher.de', 'https://news.bbc.co.uk/x').map(({ domain }) => domain),
  ).toEqual(['example.com', 'xn--bcher-kva.de', 'news.bbc.co.uk']);
});

test('a grounding redirect counts under the domain in its title, its address as it is', () => {
  const url = 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC-1';
  expect(cite({ url, title: 'www.techsite.co.uk' })).toEqual([
    { url, domain: 'techsite.co.uk', title: 'www.techsite.co.uk' },
  ]);
  expect(cite({ url, title: 'Some headline' })[0]?.domain).toBe('vertexaisearch.cloud.google.com');
});

test.each([
  'https://www.google.com/search?q=sonos',
  'https://www.bing.com/search?q=sonos',
  'https://duckduckgo.com/?q=sonos',
  'https://chatgpt.com/?hints=search',
  'javascript:alert(1)',
  'mailto:a@b.com',
  '',
  '#',
  '/relative',
  'Url is copyrighted, unable to provide it',
  'https://localhost/x',
])('%j is no source', (url) => {
  expect(cite(url)).toEqual([]);
});

test('pages of search companies that are no searches are sources', () => {
  expect(
    cite('https://store.google.com/product/x', 'https://blog.google/a', 'https://support.google.com/answer/1'),
  ).toHaveLength(3);
});

test('links that stand only in the text count, however they are written', () => {
  const text = [
    'See https://a.com/x. <https://b.com/y>, [c](https://c.com/p_(q) "t"), [d][1],',
    ' www.e.com/z, <a href="https://f.com">f</a> ([g](https://g.com)).\n\n[1]: https://d.com/w "D"',
  ].join('');
  expect(linked(text)).toEqual([
    'https://a.com/x',
    'https://b.com/y',
    'https://c.com/p_(q)',
    'https://d.com/w',
    'https://www.e.com/z',
    'https://f.com/',
    'https://g.com/',
  ]);
});

test('the platform’s list comes first and a link of the text to one of its pages adds nothing', () => {
  const analyse = createAnalyser({ brand: subject('Sonos'), competitors: [] });
  const { citations } = analyse({
    text: '[x](https://b.com) https://a.com/',
    citations: [{ url: 'https://a.com', title: 'A' }],
  });
  expect(citations.map(({ domain }) => domain)).toEqual(['a.com', 'b.com']);
});

test('an empty link and an image are no citations', () => {
  expect(linked('[Sonos]() ![x](https://a.com/x.png)')).toEqual([]);
});
