import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkit';

/** Parts of Noto Sans by script, each a file; a character is drawn with the first that has it. */
const SCRIPTS = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;
type Script = (typeof SCRIPTS)[number];

export type Weight = 'normal' | 'bold';
const WEIGHTS: Readonly<Record<Weight, number>> = { normal: 400, bold: 700 };

/** Characters of one font in a row, as they are drawn. */
export interface FontRun {
  /** What the document knows the font by: its weight and script. */
  font: string;
  text: string;
}

/** The fonts of a document. Their files are read when a character needs them: most documents need one script. */
export class PdfFonts {
  private readonly opened = new Map<string, { data: Buffer; font: Font }>();

  /** @param onOpened called once for each font that is needed, with the name that runs have and the file's bytes. */
  constructor(private readonly onOpened: (name: string, data: Buffer) => void) {}

  /** The text in runs of one font each. @throws Error for a character that no font has: see {@link lacking}. */
  runsOf(text: string, weight: Weight): FontRun[] {
    const runs: FontRun[] = [];
    for (const character of text) {
      const font = this.fontOf(character, weight);
      if (font === null) throw new Error('a character without a font is drawn');
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs;
  }

  /** Whether some character of a text is in no font. */
  lacks(text: string): boolean {
    for (const character of text) if (this.fontOf(character, 'normal') === null) return true;
    return false;
  }

  private fontOf(character: string, weight: Weight): string | null {
    const point = character.codePointAt(0) ?? 0;
    const script = SCRIPTS.find((each) => this.open(each, weight).font.hasGlyphForCodePoint(point));
    return script === undefined ? null : nameOf(script, weight);
  }

  private open(script: Script, weight: Weight): { data: Buffer; font: Font } {
    const name = nameOf(script, weight);
    const known = this.opened.get(name);
    if (known) return known;
    const file = `@fontsource/noto-sans/files/noto-sans-${script}-${WEIGHTS[weight]}-normal.woff`;
    const data = readFileSync(new URL(import.meta.resolve(file)));
    const font = create(data);
    if (!('hasGlyphForCodePoint' in font)) throw new Error('a file of the font has several fonts');
    this.opened.set(name, { data, font });
    this.onOpened(name, data);
    return { data, font };
  }
}

function nameOf(script: Script, weight: Weight): string {
  return `${weight} ${script}`;
}
