import type { AlertKind, DeliveryFault, Platform } from '../../entities/vocabulary.js';
import { PLATFORM_NAMES } from '../platforms/platform-status.js';
import {
  type AlertEvidence,
  type EvidencePart,
  type EvidenceSide,
  lostCountOf,
  type PointsInterval,
} from './evidence.js';

/**
 * What an alert says, for the page, mail, Slack and webhooks alike: the finding with its number of answers and its
 * interval, what moved with it, and what it coincides with. One line of plain text.
 */
export function alertSummary(kind: AlertKind, evidence: AlertEvidence): string {
  return [finding(kind, evidence), ...besides(evidence)].join(' ');
}

function finding(kind: AlertKind, evidence: AlertEvidence): string {
  const { brandName, subject, count } = evidence;
  switch (kind) {
    case 'visibility_changed':
      return moved(evidence, `${subject.name} was named in`, 'answers');
    case 'share_of_voice_changed':
      return moved(evidence, `${brandName}'s share of all mentions of tracked names was`, 'mentions');
    case 'sentiment_changed':
      return moved(evidence, `The tone of answers that name ${brandName} was positive in`, 'answers');
    case 'rival_overtook':
      return overtook(evidence, `${subject.name} overtook ${brandName}`);
    case 'rival_passed':
      return overtook(evidence, `${brandName} overtook ${subject.name}`);
    case 'prompt_lost':
      return lost(evidence);
    case 'candidate_found':
      return (
        `${subject.name}, which is not tracked, was named in ${count?.answers ?? 0} of ${count?.of ?? 0} answers of ` +
        `28 days, to ${count?.intents ?? 0} different prompts.`
      );
    case 'source_found':
      return (
        `${subject.name} was cited by ${count?.answers ?? 0} answers of 28 days, to ${count?.intents ?? 0} different ` +
        'prompts; it was not before.'
      );
    case 'platform_silent':
      return (
        `No question to ${subject.name} was answered for 24 hours: ` +
        `of those that were due, ${count?.of ?? 0} wait or failed.`
      );
    case 'credits_low':
      return (
        `The month's credits will be used up before it ends: ${count?.of ?? 0} are needed, and it has ` +
        `${count?.answers ?? 0}.`
      );
    case 'credits_used_up':
      return "The month's credits are used up: questions are skipped until the next month begins.";
    case 'destination_disabled':
      return disabled(evidence);
  }
}

/** "... 48 % (140 answers, ...), 13 points less than in the 28 days before (95 %: 7 to 19): more than chance." */
function moved(evidence: AlertEvidence, beginning: string, what: string): string {
  const { now, changePoints, interval, platform } = evidence;
  if (!now || changePoints === null) return `${beginning} another share than before.`;
  const where = platform ? ` on ${PLATFORM_NAMES[platform]}` : '';
  return (
    `${beginning} ${number(now.score)} %${where} (${counted(now, what)}), ${difference(changePoints)} than in the 28 ` +
    `days before (${bounds(interval, changePoints)}): more than chance.`
  );
}

function overtook({ now, before, changePoints, interval }: AlertEvidence, beginning: string): string {
  if (!now || !before || changePoints === null) return `${beginning}.`;
  const lead = (score: number) => number(Math.abs(score));
  return (
    `${beginning}: it leads by ${lead(now.score)} points in the same answers (${counted(now, 'answers')}), after ` +
    `${lead(before.score)} behind in the 28 days before; the change is more than chance ` +
    `(${bounds(interval, changePoints)}).`
  );
}

function lost(evidence: AlertEvidence): string {
  const { brandName, prompts } = evidence;
  const [first] = prompts;
  const others = lostCountOf(evidence) - 1;
  if (!first) return `Answers to a prompt no longer name ${brandName}.`;
  const share = Math.round((100 * first.namingBefore) / first.answersBefore);
  const one =
    `None of ${first.answers} answers of ${first.days} days to "${first.text}" names ${brandName}; ` +
    `${share} % of ${first.answersBefore} did before.`;
  return others === 0 ? one : `${one} The same holds for ${plural(others, 'other prompt')}.`;
}

/** "Nothing more is sent to Warehouse: none of 14 attempts since 2026-11-23 arrived; its reply was no success." */
function disabled({ subject, count, fault, at }: AlertEvidence): string {
  const since = at ? ` since ${at.slice(0, 10)}` : '';
  const tried = count && count.of > 1 ? `none of ${count.of} attempts${since} arrived` : 'the last attempt failed';
  return `Nothing more is sent to ${subject.name}: ${tried}${fault ? `; ${FAULTS[fault]}` : ''}.`;
}

/** Why an attempt failed. */
const FAULTS: Readonly<Record<DeliveryFault, string>> = {
  address_not_allowed: 'its address may not be called',
  name_not_found: 'its host is not known',
  no_connection: 'no connection could be made',
  tls: 'its certificate is not valid',
  timed_out: 'it took longer than 15 seconds',
  closed: 'it closed the connection without a reply',
  too_large: 'its reply was too long',
  unreadable: 'its reply was not HTTP',
  status: 'its reply was no success',
  secret_unreadable: 'its secret cannot be read',
  mail_server: 'the mail server took no mail',
  recipient_refused: 'the address was refused',
  sender_refused: 'the sender was refused',
};

function besides(evidence: AlertEvidence): string[] {
  const { steady, explanation, changes, parts } = evidence;
  const sentences: string[] = [];
  const onPlatforms = parts.filter(({ platform }) => platform !== null);
  if (onPlatforms.length > 0) sentences.push(platformsSentence(onPlatforms, steady));
  const others = parts
    .filter(({ platform }) => platform === null)
    .map(({ series, subject }) => partName(series, subject.name));
  if (others.length > 0) sentences.push(`With it: ${others.join('; ')}.`);
  const lostBeside = evidence.subject.type === 'prompts' ? 0 : lostCountOf(evidence);
  if (lostBeside > 0) sentences.push(`${plural(lostBeside, 'prompt')} lost the brand altogether.`);
  const model = changes.find(({ kind }) => kind === 'model_changed');
  if (explanation === 'model_change' && model) {
    sentences.push(`${model.text} on ${model.at.slice(0, 10)}, which may be the cause.`);
  } else if (model) {
    sentences.push(`${model.text} on ${model.at.slice(0, 10)}.`);
  }
  return sentences;
}

function platformsSentence(parts: readonly EvidencePart[], steady: readonly Platform[]): string {
  const moves = parts.map(({ platform, changePoints }) =>
    platform === null ? '' : `${PLATFORM_NAMES[platform]} ${difference(changePoints ?? 0)}`,
  );
  const rest = steady.map((platform) => PLATFORM_NAMES[platform]).join(', ');
  return rest === '' ? `${moves.join(', ')}.` : `${moves.join(', ')}; ${rest} not beyond chance.`;
}

function partName(series: string, name: string): string {
  if (series === 'voice') return 'share of voice';
  return series.startsWith('rival:') ? `who leads ${name}` : name;
}

function counted({ answers }: EvidenceSide, what: string): string {
  return `${answers.toLocaleString('en')} ${what}, each prompt and platform counted alike`;
}

function difference(points: number): string {
  return `${number(Math.abs(points))} points ${points < 0 ? 'less' : 'more'}`;
}

/** Of a fall and a rise alike from the smaller number to the larger. */
function bounds(interval: PointsInterval | null, change: number): string {
  if (!interval) return 'without an interval';
  const [low, high] = change < 0 ? [-interval.high, -interval.low] : [interval.low, interval.high];
  return `95 %: ${number(low)} to ${number(high)}`;
}

function number(value: number): string {
  return String(Math.round(value));
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
