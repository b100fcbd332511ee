import { ALERT_KINDS, type AlertKind } from '../../entities/vocabulary.js';

interface AlertTraits {
  /** Of a project, which may do without it; or of the account, whatever the project. */
  of: 'project' | 'account';
  /** When people are mailed who want mail at once: what is read when there is time is in their digest alone. */
  mailed: 'at_once' | 'in_digest';
}

/** What holds of each kind of alert. What it says is in `alert.words.ts`. */
const TRAITS = {
  visibility_changed: { of: 'project', mailed: 'at_once' },
  rival_overtook: { of: 'project', mailed: 'at_once' },
  rival_passed: { of: 'project', mailed: 'at_once' },
  share_of_voice_changed: { of: 'project', mailed: 'at_once' },
  sentiment_changed: { of: 'project', mailed: 'at_once' },
  prompt_lost: { of: 'project', mailed: 'at_once' },
  candidate_found: { of: 'project', mailed: 'in_digest' },
  source_found: { of: 'project', mailed: 'in_digest' },
  platform_silent: { of: 'account', mailed: 'at_once' },
  credits_low: { of: 'account', mailed: 'at_once' },
  credits_used_up: { of: 'account', mailed: 'at_once' },
  destination_disabled: { of: 'account', mailed: 'at_once' },
} as const satisfies Readonly<Record<AlertKind, AlertTraits>>;

type KindOf<Of extends AlertTraits['of']> = {
  [Kind in AlertKind]: (typeof TRAITS)[Kind]['of'] extends Of ? Kind : never;
}[AlertKind];

/** A kind of alert of a project. */
export type ProjectAlertKind = KindOf<'project'>;

/** Kinds of alerts of a project, each of which it may do without. */
export const PROJECT_ALERT_KINDS: readonly ProjectAlertKind[] = ALERT_KINDS.filter(isOfProject);

function isOfProject(kind: AlertKind): kind is ProjectAlertKind {
  return TRAITS[kind].of === 'project';
}

/** Whether people who want mail at once are mailed of the kind at once. */
export function isMailedAtOnce(kind: AlertKind): boolean {
  return TRAITS[kind].mailed === 'at_once';
}
