import { type AlertEvidence, plainEvidence } from '../../core/alerts/evidence.js';
import { PLATFORM_NAMES } from '../../core/platforms/platform-status.js';
import type { AlertKind, AlertResolution, AlertState, Platform } from '../../entities/vocabulary.js';
import { type AccountFacts, type CreditFacts, isSilent, type PlatformFacts } from './account-facts.js';

/** An alert of the account itself that stands, or stood lately. */
export interface AccountAlert {
  id: string;
  series: string;
  state: AlertState;
  resolution: AlertResolution | null;
  openedAt: Date;
  evidence: AlertEvidence;
}

/** What an hourly check does. */
interface AccountDecisions {
  opened: { kind: AlertKind; series: string; evidence: AlertEvidence }[];
  ended: { alert: AccountAlert; resolution: AlertResolution }[];
}

interface Account {
  facts: AccountFacts;
  alerts: readonly AccountAlert[];
  now: Date;
  /** Of an inactive one nothing is asked, and its credits alone are told. */
  isActive: boolean;
  /** Where people read more. */
  url: string | null;
}

/** What an hourly check of an account opens and ends (docs/alerts.md, "Platforms and credits"). Pure. */
export function decideAccount(account: Account): AccountDecisions {
  const [silences, credits] = [decideSilences(account), decideCredits(account)];
  return { opened: [...silences.opened, ...credits.opened], ended: [...silences.ended, ...credits.ended] };
}

const SILENT = 'silent:';

function decideSilences({ facts, alerts, now, isActive, url }: Account): AccountDecisions {
  const ended: AccountDecisions['ended'] = [];
  for (const alert of alerts) {
    if (alert.state === 'resolved' || !alert.series.startsWith(SILENT)) continue;
    const own = facts.platforms.find(({ platform }) => alert.series === SILENT + platform);
    if (!own) ended.push({ alert, resolution: 'gone' });
    else if (own.answeredAt && own.answeredAt > alert.openedAt) ended.push({ alert, resolution: 'recovered' });
  }
  const silent = isActive ? facts.platforms.filter((own) => isSilent(own, now) && !isTold(own, alerts)) : [];
  const opened = silent.map((own) => ({
    ...{ kind: 'platform_silent' as const, series: SILENT + own.platform },
    evidence: silenceOf(own, url),
  }));
  return { opened, ended };
}

/** Whether a silence is that of an alert that stands, or that people have ended since the last answer. */
function isTold({ platform, answeredAt }: PlatformFacts, alerts: readonly AccountAlert[]): boolean {
  return alerts.some(
    ({ series, state, resolution, openedAt }) =>
      series === SILENT + platform &&
      (state !== 'resolved' || (resolution === 'by_hand' && !(answeredAt && answeredAt > openedAt))),
  );
}

function silenceOf({ platform, unanswered, answeredAt }: PlatformFacts, url: string | null): AlertEvidence {
  return plainEvidence('', platformSubject(platform), {
    ...{ platform, url, at: answeredAt?.toISOString() ?? null },
    count: { answers: 0, of: unanswered, intents: 0 },
  });
}

function platformSubject(platform: Platform) {
  return { type: 'platform', id: null, name: PLATFORM_NAMES[platform] } as const;
}

type CreditsKind = 'credits_low' | 'credits_used_up';

/** Each kind once a month; that credits are used up takes the place of that they will be. */
function decideCredits({ facts: { credits }, alerts, url }: Account): AccountDecisions {
  const { month, granted, forecast } = credits;
  const seriesOf = (kind: CreditsKind) => `${kind}:${month}`;
  const isTold = (kind: CreditsKind) => alerts.some(({ series }) => series === seriesOf(kind));
  const kind = creditsToTell(credits, isTold);
  const subject = { type: 'credits', id: null, name: 'Credits' } as const;
  const count = { answers: granted, of: forecast ?? granted, intents: 0 };
  const evidence = plainEvidence('', subject, { count, url, at: month });
  const ended = alerts.flatMap((alert) => {
    const resolution = alert.state === 'resolved' ? null : endOfCredits(alert, credits);
    return resolution ? [{ alert, resolution }] : [];
  });
  return { opened: kind ? [{ kind, series: seriesOf(kind), evidence }] : [], ended };
}

function creditsToTell({ isUsedUp, endsEarly }: CreditFacts, isTold: (kind: CreditsKind) => boolean) {
  if (isTold('credits_used_up')) return null;
  if (isUsedUp) return 'credits_used_up';
  return endsEarly && !isTold('credits_low') ? 'credits_low' : null;
}

function endOfCredits({ series, evidence }: AccountAlert, credits: CreditFacts): AlertResolution | null {
  const isLow = series.startsWith('credits_low:');
  if (!isLow && !series.startsWith('credits_used_up:')) return null;
  if (!series.endsWith(credits.month)) return 'gone';
  if (isLow && credits.isUsedUp) return 'joined';
  const isMadeUp = isLow ? credits.isEnough : credits.granted > (evidence.count?.answers ?? credits.granted);
  return isMadeUp ? 'recovered' : null;
}
