import fc from 'fast-check';
import { createAnalyser } from '../../src/analysis/analyser.js';
import { readMarkdown } from '../../src/analysis/reading/markdown-reader.js';
import { namedIn, read, subject } from './read.js';

describe('what a reader sees', () => {
  test.each([
    ['a heading', '## 1. Sonos Era'],
    ['a table cell', '| Brand | Note |\n|---|---|\n| Sonos | loud |'],
    ['emphasis', 'the **So**nos and *nothing* else'],
    ['a link label in a sentence', 'the [Sonos Era](https://shop.example.com/x) sounds fine'],
    ['a reference link in a sentence', 'the [Sonos Era][1] sounds fine\n\n[1]: https://example.com/x "T"'],
    ['HTML', 'the <b>Sonos</b>&nbsp;Era<br>is fine'],
    ['angle brackets that are no tag', 'some like <<Sonos>> best'],
    ['invisible characters', 'the So\u00adno\u200bs is fine'],
    ['a nested quote and list', '> - 1. Sonos\n'],
    ['a code span', 'say `Sonos` aloud'],
    ['a product card', 'Sonos Era 100199,00 $•Some Shop + weitere'],
  ])('a name in %s counts', (_, text) => {
    expect(read(text, 'Sonos').brand.mentionCount).toBe(1);
  });

  test.each([
    ['a link target', '[this](https://sonos.com/era "Sonos")'],
    ['an image', '![Sonos](https://example.com/a.png)'],
    ['a footnote definition', 'Fine.[^1]\n\n[^1]: Sonos press release'],
    ['a reference definition', 'Fine.\n\n[1]: https://example.com/a "Sonos press release"'],
    ['a citation label', 'It is loud. ([Sonos][1])\n\n[1]: https://example.com/a'],
    ['a counted source chip', 'It is loud. Sonos+3'],
    ['glued source chips', 'It is loud (really) TechRadar+2Sonos+1The next one is not.'],
    ['a source at the end of a line', 'It was the loudest speaker in all our tests. Sonos\nNext.'],
    ['the shop of a product card', 'Era 100199,00 $•Sonos + more'],
    [
      'page chrome',
      'Good luck! AI responses may include mistakes. Learn moreThank youYour feedback helps Sonos improve',
    ],
    ['a list of sources', 'Fine.\n\n## Sources\n- [Sonos](https://example.com/a)'],
    ['an HTML attribute', '<img alt="Sonos" src="x">'],
    ['a citation token', 'It is loud\uE200cite\uE202Sonos\uE201.'],
  ])('a name in %s does not', (_, text) => {
    expect(namedIn(text, 'Sonos')).toEqual([]);
  });

  test('a chip names a source that the platform cites, at any place', () => {
    const analyse = createAnalyser({ brand: subject('WhatSpeaker'), competitors: [] });
    const citations = [{ url: 'https://www.whatspeaker.com/best', title: null }];
    const text = 'It wins our test. WhatSpeaker The next model is cheaper. WhatSpeaker calls it dull.';
    expect(analyse({ text, citations }).brand.spans).toEqual([[57, 68]]);
  });

  test('a maker whose site is cited is no chip where its product opens a line of cards', () => {
    const analyse = createAnalyser({ brand: subject('Netgear'), competitors: [] });
    const citations = [{ url: 'https://www.netgear.com/hub', title: null }];
    const text = 'It lacks fast ports. Netgear Orbi 970 costs more. It covers a house. Netgear';
    expect(analyse({ text, citations }).brand.spans).toEqual([[21, 28]]);
  });

  test('names glued by lost line breaks are separated', () => {
    const facts = read('Shops: good onesSonosBose686evo', 'Sonos', 'Bose', '686', 'evo');
    expect([facts.brand, ...facts.competitors].map(({ mentionCount }) => mentionCount)).toEqual([1, 1, 1, 1]);
  });
});

describe('offsets', () => {
  test('lead back to the original text through markup', () => {
    expect(namedIn('Try **Coca**-Cola &amp; [Coca Cola](x) now', 'Coca-Cola')).toEqual(['Coca**-Cola', 'Coca Cola']);
    expect(namedIn('M&amp;S', 'M&S')).toEqual(['M&amp;S']);
  });

  test('each visible unit lies in the source, in order', () => {
    const markdown = fc.array(
      fc.constantFrom(
        '[',
        ']',
        '(',
        ')',
        '*',
        '_',
        '`',
        '#',
        '|',
        '\n',
        ' ',
        '- ',
        '1. ',
        '<',
        '>',
        '&amp;',
        '\\',
        'a',
        'Z',
        'é',
        '😀',
        'http://a.co',
        '\0',
      ),
    );
    fc.assert(
      fc.property(markdown, (parts) => {
        const { source, text, starts, ends, blocks } = readMarkdown(parts.join(''));
        for (let at = 0; at < text.length; at++) {
          expect(starts[at]).toBeGreaterThanOrEqual(at === 0 ? 0 : (starts[at - 1] ?? 0));
          expect(ends[at]).toBeLessThanOrEqual(source.length);
        }
        expect(blocks.every(({ start, end }, at) => start <= end && (blocks[at - 1]?.end ?? 0) <= start)).toBe(true);
      }),
    );
  });

  test('spans ascend, never overlap and hold the name, in any text', () => {
    const analyse = createAnalyser({ brand: subject('Ab', ['Ab Cd']), competitors: [subject('Cd Ab')] });
    const piece = fc.constantFrom('Ab', 'Cd', 'ab cd', ' ', '-', '\n', '**', '.', ',', 'x', '9', '\uD800', '日');
    fc.assert(
      fc.property(fc.array(piece), (parts) => {
        const text = parts.join('');
        const { brand, competitors } = analyse({ text, citations: [] });
        for (const facts of [brand, ...competitors]) {
          expect(facts.mentionCount).toBe(facts.spans.length);
          facts.spans.forEach(([start, end], at) => {
            expect(start).toBeGreaterThanOrEqual(facts.spans[at - 1]?.[1] ?? 0);
            expect(text.slice(start, end).replace(/[^a-z]/gi, '')).toMatch(/^(?:ab|abcd|cdab)$/i);
          });
        }
      }),
    );
  });
});
