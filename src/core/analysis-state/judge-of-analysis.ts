import { JUDGE_ASKS, type JudgeAsk } from '../../entities/vocabulary.js';

/** A judge's id begins with what its verdicts depend on, and ends with how often it is asked, where not `unsure`. */
const ASK = /\/(often|every)$/;
/** Platform, model and version of the instructions; a model's name may have slashes. */
const VOICE = /^[^/]+\/(.+)\/[^/]+$/;

export function judgeIdOf(voice: string, ask: JudgeAsk): string {
  return ask === 'unsure' ? voice : `${voice}/${ask}`;
}

/** How often the judge of this id is asked. */
export function askOf(judgeId: string): JudgeAsk {
  return JUDGE_ASKS.find((ask) => ask === ASK.exec(judgeId)?.[1]) ?? 'unsure';
}

/** What the verdicts of the judge of this id depend on: platform, model and version of the instructions. */
export function voiceOf(judgeId: string): string {
  return judgeId.replace(ASK, '');
}

/** The model of the judge of this id. */
export function modelOf(judgeId: string): string {
  return VOICE.exec(voiceOf(judgeId))?.[1] ?? judgeId;
}

/**
 * Since when the judge of an analysis decides, where it had others before, else null; as an SQL expression.
 * @param row the alias of a new analysis, or of the selection of the one that readers see.
 */
export function judgedFrom(row: string): string {
  return `(${row}.former_judges -> -1 ->> 'until')::timestamptz`;
}
