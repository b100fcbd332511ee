import { join } from 'node:path';
import { type Analyse, byRules } from '../analyse.js';
import { isHeldBack } from '../held-back.js';
import { readLines } from '../recorded-answers.js';
import { type ClassCase, isRight } from './class-case.js';
import { citationCases, countedCases, homonymCases, languageCases, namingCases, toneCases } from './labelled-texts.js';
import { wordNameCases } from './word-names.js';

/** The cases of every class of the folder (test/corpus/classes/README.md), analysed. */
export function readClassCases(folder: string, analyse: Analyse = byRules): ClassCase[] {
  const lines = <Row>(name: string) => readLines<Row>(join(folder, `${name}.jsonl`));
  return [
    ...wordNameCases(analyse, lines('word-names')),
    ...homonymCases(analyse, lines('homonyms')),
    ...languageCases(analyse, lines('languages')),
    ...namingCases(analyse, lines('further-names')),
    ...homonymCases(analyse, lines('further-homonyms'), 'further homonyms'),
    ...countedCases(analyse, lines('further-languages'), () => 'further counts, other languages'),
    ...toneCases(analyse, lines('tone')),
    ...toneCases(analyse, lines('tone-second'), ', second set'),
    ...citationCases(lines('citations')),
  ];
}

/** How many cases of one class are right, on either side of the split. */
export interface ClassScore {
  title: string;
  tuning: { right: number; all: number };
  heldBack: { right: number; all: number };
}

/** In the order in which the classes first come. */
export function scoreClassCases(cases: readonly ClassCase[]): ClassScore[] {
  return [...Map.groupBy(cases, ({ title }) => title)].map(([title, all]) => ({
    title,
    tuning: sumOf(all.filter(({ key }) => !isHeldBack(key))),
    heldBack: sumOf(all.filter(({ key }) => isHeldBack(key))),
  }));
}

function sumOf(cases: readonly ClassCase[]): { right: number; all: number } {
  return { right: cases.filter(isRight).length, all: cases.length };
}

/** A class in which praise was found where the label is criticism, or the reverse. */
export function isWrongSign({ expected, found }: ClassCase): boolean {
  return [expected, found].sort().join(' ') === 'negative positive';
}
