import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { TONE_CLASSES, type ToneClass } from '../../src/analysis/analyser.js';
import { JUDGE_ASKS, type JudgeAsk } from '../../src/entities/vocabulary.js';
import { errorRate, isAsked } from '../../src/monitoring/judge/asked-tones.js';
import { type ErrorCounts, OF_GOLD, sumOf } from '../../src/monitoring/judge/error-counts.js';
import type { ScoredRow } from './scored.js';

/** A labelled tone: what it rests on, whether the rules read it rightly, and the file that its answer is from. */
export interface LabelledTone {
  file: string;
  toneClass: ToneClass;
  isRight: boolean;
}

/** The tones of the rows whose subject is named by label and analysis alike. */
export function tonesOf(rows: readonly ScoredRow[]): LabelledTone[] {
  return rows.flatMap(({ answer: { file }, label, facts: { sentiment, toneClass } }) => {
    if (label.sentiment === null || toneClass === null) return [];
    return [{ file, toneClass, isRight: label.sentiment === sentiment }];
  });
}

/** Counts the tones of each class, and those that are read wrongly. */
export function countErrors(tones: readonly LabelledTone[]): ErrorCounts {
  const of = (each: ToneClass): readonly [number, number] => {
    const same = tones.filter(({ toneClass }) => toneClass === each);
    return [same.filter(({ isRight }) => !isRight).length, same.length];
  };
  return Object.fromEntries(TONE_CLASSES.map((each) => [each, of(each)])) as Record<
    ToneClass,
    readonly [number, number]
  >;
}

/** Of some tones, how many a setting asks about, and how many of the wrong ones. */
export interface AskedShare {
  asked: number;
  of: number;
  wrongAsked: number;
  wrong: number;
}

/**
 * What each setting asks about, each tone judged by the rates of all other files than its own, so that no row speaks
 * for itself.
 */
export function askedShares(tones: readonly LabelledTone[]): Record<JudgeAsk, AskedShare> {
  const shares = JUDGE_ASKS.map((ask): [JudgeAsk, AskedShare] => {
    const asked = [...Map.groupBy(tones, ({ file }) => file)].flatMap(([file, own]) => {
      const counts = countErrors(tones.filter((tone) => tone.file !== file));
      return own.filter(({ toneClass }) => isAsked(ask, toneClass, counts));
    });
    const wrongOf = (some: readonly LabelledTone[]) => some.filter(({ isRight }) => !isRight).length;
    return [ask, { asked: asked.length, of: tones.length, wrongAsked: wrongOf(asked), wrong: wrongOf(tones) }];
  });
  return Object.fromEntries(shares) as Record<JudgeAsk, AskedShare>;
}

/** Prints the rates of the classes and what each setting asks about, and writes the table that the gate reads. */
export function printGate(corpus: readonly LabelledTone[], gold: readonly LabelledTone[]): void {
  const ofCorpus = countErrors(corpus);
  const ofGold = gold.length > 0 ? countErrors(gold) : OF_GOLD;
  const both = sumOf(ofCorpus, ofGold);
  console.log('\n== how often the rules are wrong, by what a tone rests on: corpus, gold labels, rate');
  for (const each of TONE_CLASSES) {
    const [one, other] = [ofCorpus[each], ofGold[each]].map(([wrong, of]) => `${wrong}/${of}`.padStart(8));
    console.log(`${each.padEnd(22)} ${one} ${other}   ${errorRate(each, both).toFixed(3)}`);
  }
  console.log('\n== what is asked about, each answer by the rates of the other files');
  for (const [title, tones] of [
    ['corpus', corpus],
    ['gold labels', gold],
    ['both', [...corpus, ...gold]],
  ] as const) {
    if (tones.length === 0) continue;
    for (const [ask, share] of Object.entries(askedShares(tones))) {
      const asked = `${(share.asked / share.of).toFixed(3)} (${share.asked}/${share.of})`;
      const caught = `${(share.wrongAsked / share.wrong).toFixed(3)} (${share.wrongAsked}/${share.wrong})`;
      console.log(`${title.padEnd(12)} ${ask.padEnd(7)} asked ${asked}, of the wrong ones ${caught}`);
    }
  }
  writeTable('OF_CORPUS', ofCorpus);
  writeTable('OF_GOLD', ofGold);
}

const TABLE = 'src/monitoring/judge/error-counts.ts';

function writeTable(name: string, counts: ErrorCounts): void {
  const path = resolve(TABLE);
  const rows = TONE_CLASSES.map((each) => {
    const key = /\s/.test(each) ? `'${each}'` : each;
    return `  ${key}: [${counts[each].join(', ')}],`;
  });
  const written = readFileSync(path, 'utf8');
  const table = `export const ${name}: ErrorCounts = {\n${rows.join('\n')}\n};`;
  const pattern = new RegExp(`export const ${name}: ErrorCounts = \\{[^}]*\\};`);
  if (!pattern.test(written)) throw new Error(`${TABLE} has no table ${name}`);
  writeFileSync(path, written.replace(pattern, table));
  console.log(`${TABLE}: ${name} written`);
}
