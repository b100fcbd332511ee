import type { Nodes } from 'mdast';
import { type Mark, piecesOf, readMarkdown, sortMarks } from '../../dashboard/ui/marks.ts';

/** The pieces of every text of an answer that are marked, as the page would draw them. */
function markedIn(source: string, marks: readonly Mark[]): string[] {
  const tree = readMarkdown(source);
  if (!tree) throw new Error('too long to be parsed');
  return textsOf(tree).flatMap((node) => {
    const [from, to] = [node.position?.start.offset ?? 0, node.position?.end.offset ?? 0];
    const pieces = piecesOf(source, { value: node.value, from, to, isDecoded: true }, sortMarks(marks));
    expect(pieces.map(({ text }) => text).join('')).toBe(node.value);
    return pieces.flatMap(({ text, name }) => (name ? [text] : []));
  });
}

function textsOf(node: Nodes): { value: string; position?: Nodes['position'] }[] {
  if (node.type === 'text') return [node];
  return 'children' in node ? node.children.flatMap(textsOf) : [];
}

/** Each occurrence of the words in the source, as the service tells them. */
function marksOf(source: string, words: string, kind: Mark['kind'] = 'brand'): Mark[] {
  const between = source.split(words).slice(0, -1);
  const starts = between.map((_, at) => between.slice(0, at + 1).join(words).length);
  return starts.map((start) => ({ start, end: start + words.length, kind, name: words }));
}

describe('a name is marked on exactly its letters', () => {
  test.each([
    ['plain', 'Buy Acme today.', 'Acme', ['Acme']],
    ['bold', 'Buy **Acme** and *Acme*.', 'Acme', ['Acme', 'Acme']],
    ['half bold', 'Buy **Ac**me.', '**Ac**me', ['Ac', 'me']],
    ['in a table', '| a | b |\n|---|---|\n| 1 | x Acme y |', 'Acme', ['Acme']],
    ['a pipe of a table', '| a |\n|---|\n| x \\| Acme y |', 'Acme', ['Acme']],
    ['behind an entity', 'A &amp; B &lt;Acme&gt; c', 'Acme', ['Acme']],
    ['with an entity in it', 'Buy B&amp;Q now', 'B&amp;Q', ['B&Q']],
    ['with a numbered entity', 'Buy B&#38;Q or B&#x26;Q', 'B&#38;Q', ['B&Q']],
    ['an entity of two units', 'x &#x1F600; Acme', 'Acme', ['Acme']],
    ['no entity', 'R&D &nosuch; Acme', 'Acme', ['Acme']],
    ['an entity of an entity', 'a &amp;amp; Acme', 'Acme', ['Acme']],
    ['behind an escape', 'a \\* b \\_ Acme\\! yes', 'Acme', ['Acme']],
    ['with an escape in it', 'Buy C\\*D now', 'C\\*D', ['C*D']],
    ['emoji', '🍵👩‍👩‍👧 Acme 🍵', 'Acme', ['Acme']],
    ['Chinese', '我推荐**茶颜**和茶颜。', '茶颜', ['茶颜', '茶颜']],
    ['in a quotation', '> one\n> two Acme\n> Acme', 'Acme', ['Acme', 'Acme']],
    ['in a list', '- one\n  two Acme\n    - Acme', 'Acme', ['Acme', 'Acme']],
    ['line ends of Windows', 'one\r\ntwo Acme\r\n\r\nAcme', 'Acme', ['Acme', 'Acme']],
    ['blanks at a line end', 'one \n  two \\* Acme', 'Acme', ['Acme']],
    ['in a link', 'See [Acme](https://acme.example) and https://acme.example/Acme', 'Acme', ['Acme', 'Acme']],
    ['behind an address', 'mail us@example.com, www.example.com or Acme', 'Acme', ['Acme']],
    ['soft hyphens', 'Buy Ac\u00adme or Acme', 'Ac\u00adme', ['Ac\u00adme']],
    ['a byte order mark', '\uFEFFBuy Acme', 'Acme', ['Acme']],
  ])('%s', (_case, source, words, expected) => {
    expect(markedIn(source, marksOf(source, words))).toEqual(expected);
  });
});

test('a brand within a sentence that shows the tone has both marks', () => {
  const source = 'Well. Acme is great. Bye.';
  const marks = [...marksOf(source, 'Acme'), ...marksOf(source, 'Acme is great.', 'evidence')];
  expect(piecesOf(source, { value: source, from: 0, to: source.length, isDecoded: true }, sortMarks(marks))).toEqual([
    { text: 'Well. ', name: null, isEvidence: false },
    { text: 'Acme', name: { kind: 'brand', name: 'Acme' }, isEvidence: true },
    { text: ' is great.', name: null, isEvidence: true },
    { text: ' Bye.', name: null, isEvidence: false },
  ]);
});

test('where a text cannot be led back to its source, it is marked as a whole', () => {
  const placed = { value: 'other', from: 0, to: 4, isDecoded: true };
  expect(piecesOf('Acme', placed, sortMarks(marksOf('Acme', 'Acme')))).toEqual([
    { text: 'other', name: { kind: 'brand', name: 'Acme' }, isEvidence: false },
  ]);
});

test('marks are looked at in proportion to their number, in one text and in many', () => {
  const [names, length] = [4_000, 'Acme '.length];
  const source = 'Acme '.repeat(names);
  let reads = 0;
  const marks = marksOf(source, 'Acme').map((mark) => ({
    ...mark,
    get end() {
      reads += 1;
      return mark.start + 4;
    },
  }));
  const sorted = sortMarks(marks);
  const named = (from: number, to: number) =>
    piecesOf(source, { value: source.slice(from, to), from, to, isDecoded: true }, sorted).filter(({ name }) => name);
  expect(named(0, source.length)).toHaveLength(names);
  for (let at = 0; at < names; at += 1) expect(named(at * length, (at + 1) * length)).toHaveLength(1);
  expect(reads).toBeLessThan(20 * names);
});

describe('what would take long to parse is not parsed', () => {
  test.each([
    ['a megabyte of brackets', '['.repeat(1_000_000)],
    ['many brackets', '[a]('.repeat(2_000)],
    ['nested quotations', '>'.repeat(500)],
    ['nested lists', '- '.repeat(500)],
    ['many nested lines', `${'- '.repeat(5)}a\n`.repeat(200)],
    ['deep indentation', Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
    ['emphasis without end', '*a _b '.repeat(2_000)],
    ['a long text', 'word '.repeat(20_000)],
  ])('%s', (_case, text) => {
    expect(readMarkdown(text)).toBeNull();
  });

  test.each([
    ['brackets', '['.repeat(700)],
    ['links', '[a](b'.repeat(350)],
    ['emphasis', '*a _b '.repeat(900)],
    ['quotations', `${'>'.repeat(9)} a\n`.repeat(90)],
    ['lists', `${'- '.repeat(9)}a\n`.repeat(90)],
    ['backticks', Array.from({ length: 200 }, (_, at) => '`'.repeat(at)).join(' ')],
    ['tables', `| a | b |\n|---|---|\n${'| x | y |\n'.repeat(500)}`],
    ['angles', '<a '.repeat(1_900)],
    ['line ends', 'a\n'.repeat(1_100)],
    ['words', 'word '.repeat(5_900)],
  ])('%s within the bounds are parsed', (_case, text) => {
    expect(readMarkdown(text)).not.toBeNull();
  });
});
