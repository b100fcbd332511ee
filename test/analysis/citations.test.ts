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
  'https://example/x',
  'https://fernstride.test/x',
  'https://fernstride.invalid/x',
])('%j is no source', (url) => {
  expect(cite(url)).toEqual([]);
});

test('each name below the top level of examples is a site, as below a public suffix', () => {
  const cited = cite('https://www.fernstride.example/shoes?utm_source=openai', 'https://shop.kestrova.example/');
  expect(cited.map(({ domain }) => domain)).toEqual(['fernstride.example', 'shop.kestrova.example']);
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

test.each([
  ['詳細はhttps://a.com/x1を参照。', 'https://a.com/x1'],
  ['（https://a.com/x）に記載', 'https://a.com/x'],
  ['https://a.com/x/をご覧ください', 'https://a.com/x/'],
  ['https://ja.wikipedia.org/wiki/うどん 参照', 'https://ja.wikipedia.org/wiki/%E3%81%86%E3%81%A9%E3%82%93'],
  ['자세한 것은 https://a.com/x에서', 'https://a.com/x'],
  ['来源https://a.com/x，以及', 'https://a.com/x'],
  ['« https://a.com/x »', 'https://a.com/x'],
  ['https://a.com/x?b=1&amp;c=2 here', 'https://a.com/x?b=1&c=2'],
])('%s: the address ends where the sentence goes on', (text, url) => {
  expect(linked(text)).toEqual([url]);
});

test('addresses after a comma are addresses of their own', () => {
  expect(linked('https://a.com/x,https://b.com/y;https://c.com/z')).toEqual([
    'https://a.com/x',
    'https://b.com/y',
    'https://c.com/z',
  ]);
});

test('a footnote holds links of any form', () => {
  const text = 'A.[^1] B.[^2] C.[^3]\n\n[^1]: https://a.com/x\n[^2]: [B](https://b.com/y)\n[^3]: <https://c.com/z>';
  expect(linked(text)).toEqual(['https://a.com/x', 'https://b.com/y', 'https://c.com/z']);
});

test('links in code are no citations, those of an answer that was fenced as Markdown are', () => {
  expect(linked('Run `curl https://a.com/x`, see https://b.com.\n```sh\nwget https://c.com\n```\n')).toEqual([
    'https://b.com/',
  ]);
  expect(linked('```markdown\n[A](https://a.com/x)\n```')).toEqual(['https://a.com/x']);
});

test('a redirect of a search engine is the page that it leads to', () => {
  expect(cite('https://www.google.com/url?sa=t&q=https://a.com/x%3Futm_source%3Dy&usg=z')[0]).toMatchObject({
    url: 'https://a.com/x',
    domain: 'a.com',
  });
  expect(cite('https://duckduckgo.com/l/?uddg=https%3A%2F%2Fa.com%2Fx')[0]?.url).toBe('https://a.com/x');
  expect(cite('https://www.google.com/url?q=javascript:alert(1)')).toEqual([]);
});

test('order of parameters, doubled slashes and plain escapes make no other page', () => {
  const written = ['https://a.com/p/~q?b=1&a=2', 'https://a.com//p/%7Eq?a=2&b=1', 'https://a.com/p/~q?a=2&b=1&_ga=3'];
  expect(cite(...written)).toHaveLength(1);
  expect(cite('https://a.com/p%2Fq', 'https://a.com/p/q')).toHaveLength(2);
  expect(cite('https://a.com/p?a=b%26c=d', 'https://a.com/p?a=b&c=d')).toHaveLength(2);
});

test('a platform’s list may leave the scheme out, a link of the text may not', () => {
  expect(cite('a.com/x', '//b.com', 'A B.com', '127.0.0.1/x', 'https://127.0.0.1/x').map(({ url }) => url)).toEqual([
    'https://a.com/x',
    'https://b.com/',
  ]);
  expect(linked('[a](a.com/x)')).toEqual([]);
});
