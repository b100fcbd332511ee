import type { AlertResolution } from '../../entities/vocabulary.js';
import { METHOD_NOTE } from '../platforms/methods.js';
import { PLATFORM_NAMES } from '../platforms/platform-status.js';
import { toDay } from '../time.js';
import {
  brandMoved,
  counted,
  headlineOf,
  isMove,
  nameOfBefore,
  rivalSentence,
  scoreSentence,
  turnedSentence,
  VERDICT_WORDS,
} from './report.words.js';
import type { ReportDocument, ReportPrompt, ReportScore, ReportSource, ReportTone } from './report-document.js';

/** A report as it is read: what the text, the mail, the PDF and the page all draw. */
export interface ReportPages {
  title: string;
  /** The days, and those that they are compared with. */
  subtitle: string;
  headline: string;
  /** Of the score; empty where there were no answers. */
  trend: { date: string; percent: number }[];
  sections: ReportSection[];
}

export interface ReportSection {
  title: string;
  sentences: string[];
  tables: ReportTable[];
}

export interface ReportTable {
  /** What it lists, for those who hear it. */
  caption: string;
  columns: { title: string; isNumber: boolean }[];
  rows: ReportCell[][];
}

export interface ReportCell {
  text: string;
  /** A share, 0 to 100, that is drawn as a bar. */
  bar?: number;
  /** A move beyond chance. */
  tone?: 'up' | 'down';
}

/** All parts of a report in their order, those without anything to say left out. */
export function pagesOf(document: ReportDocument): ReportPages {
  const { project, period, before } = document;
  const sections = [
    scoreSection(document),
    platformSection(document),
    brandSection(document),
    promptSection(document),
    sourceSection(document),
    toneSection(document),
    alertSection(document),
    changeSection(document),
    askedSection(document),
    methodSection(document),
  ];
  const headline = headlineOf(document);
  return {
    title: `${project.brandName}: visibility in AI answers`,
    subtitle: `${period.from} to ${period.to}, compared with ${before.from} to ${before.to}`,
    headline,
    trend: document.trend.map(({ date, percent }) => ({ date, percent })),
    sections: sections
      // What the headline says is not said twice.
      .map((section) => ({ ...section, sentences: section.sentences.filter((sentence) => sentence !== headline) }))
      .filter(({ sentences, tables }) => sentences.length + tables.length > 0),
  };
}

function scoreSection({ project, score, evenScore, before }: ReportDocument): ReportSection {
  const rows = [
    [{ text: 'Score' }, share(score.percent), ...thenAndVerdict(score)],
    [
      { text: 'Even score' },
      evenScore.now ? share(evenScore.now.score) : { text: '–' },
      { text: evenScore.before ? `${evenScore.before.score} %` : '–' },
      { text: '' },
    ],
  ];
  const even = evenScore.now;
  return {
    title: 'Score',
    sentences: [
      scoreSentence(project.brandName, score, before, null),
      ...(even
        ? [
            `With each prompt and platform counted alike, however often it is asked, the even score is ` +
              `${even.score} % ` +
              `(95 %: ${Math.round(even.confidence.low)} to ${Math.round(even.confidence.high)} %).`,
          ]
        : []),
    ],
    tables: [tableOf('Score and even score', [['Number'], ['Now', true], ['Before', true], ['Moved']], rows)],
  };
}

function share(percent: number): ReportCell {
  return { text: `${percent} %`, bar: percent };
}

function thenAndVerdict({ previous, compared: { verdict } }: ReportScore): [ReportCell, ReportCell] {
  return [{ text: previous ? `${previous.percent} %` : '–' }, verdictCell(verdict)];
}

function verdictCell(verdict: ReportScore['compared']['verdict']): ReportCell {
  const text = VERDICT_WORDS[verdict];
  if (verdict === 'moved_up') return { text, tone: 'up' };
  return verdict === 'moved_down' ? { text, tone: 'down' } : { text };
}

function platformSection({ project, platforms, before }: ReportDocument): ReportSection {
  const moved = platforms.filter(({ compared }) => isMove(compared.verdict));
  const rows = platforms.map((own) => [
    { text: PLATFORM_NAMES[own.platform] },
    share(own.percent),
    number(own.responses),
    ...thenAndVerdict(own),
  ]);
  const columns: Column[] = [['Platform'], ['Named in', true], ['Answers', true], ['Before', true], ['Moved']];
  return {
    title: 'Platforms',
    sentences: moved.map((own) => scoreSentence(project.brandName, own, before, own.platform)),
    tables: platforms.length === 0 ? [] : [tableOf('Score by platform', columns, rows)],
  };
}

function brandSection({ project, brands, furtherBrands, before }: ReportDocument): ReportSection {
  const rows = brands.map((brand) => [
    { text: brand.name },
    share(brand.percent),
    { text: brand.share === null ? '–' : `${brand.share} %` },
    { text: brand.previousPercent === null ? '–' : `${brand.previousPercent} %` },
    verdictCell(brand.verdict),
  ]);
  const rivals = brands.filter(({ isBrand }) => !isBrand);
  const against = rivals.flatMap((rival) => rivalSentence(rival, project.brandName) ?? []);
  const columns: Column[] = [['Name'], ['Named in', true], ['Share of voice', true], ['Before', true], ['Moved']];
  return {
    title: 'Brand and competitors',
    sentences: [
      ...rivals.filter(({ verdict }) => isMove(verdict)).map((rival) => brandMoved(rival, before)),
      ...against,
      ...(furtherBrands > 0 ? [`${counted(furtherBrands, 'further competitor')} named less often.`] : []),
    ],
    tables: brands.length === 0 ? [] : [tableOf('The brand and its competitors', columns, rows)],
  };
}

function promptSection(document: ReportDocument): ReportSection {
  const { gained, lost, promptsLookedAt } = document;
  const none = `None of ${counted(promptsLookedAt, 'prompt')} was gained or lost beyond chance.`;
  return {
    title: 'Prompts',
    sentences: promptsLookedAt === 0 ? [] : [turnedSentence(document) ?? none],
    tables: [
      ...(lost.length > 0 ? [promptTable('Prompts lost', lost)] : []),
      ...(gained.length > 0 ? [promptTable('Prompts gained', gained)] : []),
    ],
  };
}

function promptTable(caption: string, prompts: readonly ReportPrompt[]): ReportTable {
  const rows = prompts.map((prompt) => [
    { text: prompt.text },
    { text: `${prompt.naming} of ${prompt.responses}` },
    { text: `${prompt.previousNaming} of ${prompt.previousResponses}` },
  ]);
  return tableOf(caption, [[caption], ['Named in', true], ['In the 8 weeks before', true]], rows);
}

function sourceSection({ newSources, gaps, before }: ReportDocument): ReportSection {
  const tables = [];
  if (newSources.length > 0) {
    const rows = newSources.map(({ domain, responses }) => [{ text: domain }, number(responses)]);
    tables.push(tableOf('New sources', [['New source'], ['Answers that cite it', true]], rows));
  }
  if (gaps.length > 0) {
    const columns: Column[] = [
      ['Source without the brand'],
      ['Answers that cite it', true],
      ['Name a competitor', true],
      ['Name the brand', true],
    ];
    tables.push(tableOf('Sources whose answers name competitors and not the brand', columns, gaps.map(gapRow)));
  }
  const sentences = [
    ...(newSources.length > 0
      ? [`${counted(newSources.length, 'source')} that no answer of ${nameOfBefore(before)} cited.`]
      : []),
    ...(gaps.length > 0
      ? [
          `Answers that cite ${counted(gaps.length, 'source')} name competitors more often than the brand, ` +
            'beyond chance.',
        ]
      : []),
  ];
  return { title: 'Sources', sentences, tables };
}

function gapRow({ domain, responses, naming }: ReportSource): ReportCell[] {
  return [{ text: domain }, number(responses), number(naming?.competitors ?? 0), number(naming?.brand ?? 0)];
}

function toneSection({ tone, project, before }: ReportDocument): ReportSection {
  const total = totalOf(tone.now);
  if (total === 0) return { title: 'Tone', sentences: [], tables: [] };
  const { positive, negative } = tone.now;
  const rows = (['positive', 'neutral', 'mixed', 'negative'] as const).map((kind) => [
    { text: `${kind[0]?.toUpperCase()}${kind.slice(1)}` },
    { text: String(tone.now[kind]), bar: Math.round((100 * tone.now[kind]) / total) },
    number(tone.before[kind]),
  ]);
  const whole = counted(total, 'answer');
  return {
    title: 'Tone',
    sentences: [`Of ${whole} that name ${project.brandName}, ${positive} are positive and ${negative} negative.`],
    tables: [tableOf('Answers by tone', [['Tone'], ['Answers', true], [`In ${nameOfBefore(before)}`, true]], rows)],
  };
}

function totalOf({ positive, neutral, negative, mixed }: ReportTone): number {
  return positive + neutral + negative + mixed;
}

const ENDED: Readonly<Record<AlertResolution, string>> = {
  recovered: 'made up for',
  settled: 'lasted for 28 days',
  recounted: 'gone from a new analysis',
  by_hand: 'resolved by hand',
  gone: 'no longer watched',
  joined: 'told by a wider alert',
};

function alertSection({ alerts = [] }: ReportDocument): ReportSection {
  const rows = alerts.map(({ openedAt, summary, ended }) => [
    { text: toDay(new Date(openedAt)) },
    { text: summary },
    { text: ended ? `${ENDED[ended.resolution]}, ${toDay(new Date(ended.at))}` : 'stands' },
  ]);
  const standing = alerts.filter(({ ended }) => ended === null).length;
  return {
    title: 'Alerts',
    sentences: alerts.length === 0 ? [] : [`Of ${counted(alerts.length, 'alert')}, ${standing} stood at the end.`],
    tables: alerts.length === 0 ? [] : [tableOf('Alerts and their end', [['Opened'], ['Alert'], ['End']], rows)],
  };
}

function changeSection({ changes, furtherChanges }: ReportDocument): ReportSection {
  const rows = changes.map(({ at, text }) => [{ text: toDay(new Date(at)) }, { text }]);
  return {
    title: 'What changed meanwhile',
    sentences: furtherChanges > 0 ? [`${counted(furtherChanges, 'earlier change')} not listed.`] : [],
    tables: changes.length === 0 ? [] : [tableOf('Changes and notes', [['Day'], ['Change or note']], rows)],
  };
}

function askedSection({ asked }: ReportDocument): ReportSection {
  const rows = asked.map(({ platform, planned, accepted, failed, skipped }) => [
    { text: PLATFORM_NAMES[platform] },
    ...[planned, accepted, failed, skipped].map(number),
  ]);
  const [planned, accepted] = [sumOf(asked.map((own) => own.planned)), sumOf(asked.map((own) => own.accepted))];
  const columns: Column[] = [['Platform'], ['Planned', true], ['Answered', true], ['Failed', true], ['Skipped', true]];
  return {
    title: 'What was asked',
    sentences: asked.length === 0 ? [] : [`Of ${counted(planned, 'run')} planned, ${accepted} were answered.`],
    tables: asked.length === 0 ? [] : [tableOf('Runs by platform', columns, rows)],
  };
}

function methodSection({ isReanalysing, madeAt }: ReportDocument): ReportSection {
  const made = `${madeAt.slice(0, 16).replace('T', ' ')} UTC`;
  const sentences = [
    METHOD_NOTE,
    'Ranges hold in 95 of 100 cases, and allow for answers to one question being alike. A move is reported where its ' +
      'range does not include none; smaller ones are no more than chance. Days are UTC.',
    isReanalysing
      ? `Made at ${made}, while answers were being analysed again: later numbers of these days may differ.`
      : `Made at ${made}.`,
  ];
  return { title: 'How this was measured', sentences, tables: [] };
}

type Column = [title: string, isNumber?: boolean];

function tableOf(caption: string, columns: readonly Column[], rows: ReportCell[][]): ReportTable {
  return { caption, columns: columns.map(([title, isNumber = false]) => ({ title, isNumber })), rows };
}

function number(value: number): ReportCell {
  return { text: value.toLocaleString('en-US') };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
