import type { Clock } from '../../clock.js';
import { type AlertSettingsView, alertSettingsOfProjects } from '../../core/alert-settings/alert-settings.js';
import type { AlertMail } from '../../core/alerts/alert-events.js';
import { alertsByIds, getAlert, STANDING_MAX } from '../../core/alerts/alerts.js';
import {
  type AlertEvidence,
  EVIDENCE_PROMPTS_MAX,
  keptEvidence,
  lostCountOf,
  plainEvidence,
} from '../../core/alerts/evidence.js';
import { type AlertChange, endAlert, openAlert, tellAlerts } from '../../core/alerts/standing-alerts.js';
import type { Context } from '../../core/context.js';
import type { ProjectScope } from '../../core/facts/project-scope.js';
import type { DatabaseSession } from '../../database/database-session.js';
import { statement } from '../../database/rows.js';
import type { AlertDirection, AlertKind, AlertResolution, AlertState, Tier } from '../../entities/vocabulary.js';
import { endingOf } from './alert-endings.js';
import { recordDayClosed } from './day-closed.js';
import {
  evidenceOf,
  type FormerParts,
  kindOf,
  type MoveParts,
  partOf,
  type WatchedSeries,
} from './evidence-of-moves.js';
import { FOUND_MAX, type Found, foundNames, foundSources } from './found-names.js';
import { type LostPrompt, lostPrompts } from './lost-prompts.js';
import {
  type Decisions,
  decide,
  type Move,
  type ScannedSeries,
  type SeriesState,
  type StandingAlert,
} from './move-decisions.js';
import { scanSeries } from './scan.js';
import { leadOf, readWatchedNumbers, type WatchedNumbers } from './watched-numbers.js';

/** Series of lists, of which `known` is what was told or is there from the beginning. */
const LISTS = { lost: 'lost', names: 'names', sources: 'sources' } as const;

/** What a worker's checks have in common. */
export interface CheckParts {
  clock: Clock;
  mail: AlertMail;
  /** The address of the dashboard; null where it is not known. */
  publicUrl: string | null;
}

/** What a check did; null where the day was checked already, or the project is archived. */
export interface CheckOutcome {
  opened: readonly AlertKind[];
  ended: number;
}

interface ProjectRow {
  tier: Tier;
  brand_name: string;
  analysis_id: string | null;
  former_analysis_id: string | null;
  is_first: boolean;
}

/** Of a project that is not archived, and is not meanwhile; with the analysis of its last check. */
const PROJECT = statement<ProjectRow>(
  'project-to-check',
  `select a.tier, p.brand_name, s.analysis_id, c.analysis_id as former_analysis_id, c.day is null as is_first
   from project p
   join account a on a.account_id = $1
   left join analysis_selection s on s.account_id = $1 and s.project_id = p.id
   left join lateral (
     select c.analysis_id, c.day
     from alert_check c
     where c.account_id = $1 and c.project_id = p.id and c.day < $3
     order by c.day desc
     limit 1
   ) c on true
   where p.account_id = $1 and p.id = $2 and p.archived_at is null
   for key share of p`,
);

/** Waits for another worker that checks the same day, and then does nothing. */
const BEGIN = statement<object>(
  'begin-alert-check',
  `insert into alert_check (account_id, project_id, day, analysis_id, opened, learning, checked_at)
   values ($1, $2, $3, $4, 0, false, $5)
   on conflict do nothing
   returning day`,
);

const FINISH = statement<object>(
  'finish-alert-check',
  `update alert_check
   set opened = $4, learning = $5
   where account_id = $1 and project_id = $2 and day = $3`,
);

interface StandingRow {
  id: string;
  series: string;
  kind: AlertKind;
  state: AlertState;
  direction: AlertDirection | null;
  parts: string[];
  opened_on: string;
  recovered_checks: number;
  evidence: AlertEvidence;
}

const STANDING = statement<StandingRow>(
  'standing-alerts-of-project',
  `select id, series, kind, state, direction, parts, opened_on::text, recovered_checks, evidence
   from alert
   where account_id = $1 and project_id = $2 and state <> 'resolved'
   order by opened_at, id
   for update`,
);

interface StateRow {
  series: string;
  held: number;
  direction: AlertDirection | null;
  since: string | null;
  known: string[] | null;
}

const STATES = statement<StateRow>(
  'states-of-series',
  `select series, held, direction, since::text, known
   from alert_series
   where account_id = $1 and project_id = $2`,
);

const SAVE_STATES = statement<object>(
  'save-states-of-series',
  `insert into alert_series (account_id, project_id, series, held, direction, since, known)
   select $1, $2, s.series, s.held, s.direction, s.since, s.known
   from json_to_recordset($3::json) as s (series text, held smallint, direction text, since date, known jsonb)
   on conflict (account_id, project_id, series) do update
   set held = excluded.held, direction = excluded.direction, since = excluded.since, known = excluded.known`,
);

/** A part that became the whole: it is told anew, also where it was acknowledged. */
const WIDEN = statement<object>(
  'widen-alert',
  `update alert
   set kind = $3, series = $4, direction = $5, evidence = $6, parts = $7, state = 'open', acknowledged_at = null,
     acknowledged_by = null, recovered_checks = 0, revision = revision + 1, updated_at = $8
   where account_id = $1 and id = $2`,
);

const JOIN = statement<object>(
  'join-alert',
  `update alert
   set evidence = $3, parts = $4, updated_at = $5
   where account_id = $1 and id = $2`,
);

const COUNT_RECOVERED = statement<object>(
  'count-recovered-checks',
  `update alert
   set recovered_checks = $3
   where account_id = $1 and id = $2`,
);

/**
 * Checks one day of a project, once: what moved by more than chance opens alerts, what is made up for or lasts ends
 * them (docs/alerts.md). All of it is in one transaction, with the events that tell it.
 * @param day the last day that is looked at, whose answers are all there.
 */
export function checkProject(
  db: DatabaseSession,
  scope: ProjectScope,
  day: string,
  parts: CheckParts,
): Promise<CheckOutcome | null> {
  return db.transaction(async (tx) => {
    const { accountId, projectId } = scope;
    const [project] = await tx.rows(PROJECT, [accountId, projectId, day]);
    if (!project) return null;
    const began = [accountId, projectId, day, project.analysis_id, parts.clock.now()];
    if ((await tx.rows(BEGIN, began)).length === 0) return null;
    const caller = { kind: 'worker', accountId, tier: project.tier } as const;
    return new ProjectCheck({ db: tx, clock: parts.clock, caller }, projectId, day, project, parts).run();
  });
}

/** One check, in its transaction. */
class ProjectCheck {
  private readonly opened: AlertKind[] = [];
  private readonly told: AlertChange[] = [];
  private ended = 0;
  /** Alerts of the project that have not ended. */
  private standing = 0;

  constructor(
    private readonly tx: Context,
    private readonly projectId: string,
    private readonly day: string,
    private readonly project: ProjectRow,
    private readonly parts: CheckParts,
  ) {}

  async run(): Promise<CheckOutcome> {
    const { tx, projectId, day, project } = this;
    const { accountId } = tx.caller;
    const settings = (await alertSettingsOfProjects(tx, [projectId])).get(projectId);
    if (!settings) throw new Error('a project that is checked has no settings');
    const numbers = await readWatchedNumbers(tx.db, { accountId, projectId }, day, settings.competitorIds);
    const series = watchedSeries(numbers, project.brand_name, projectId);
    const scanned = scanAll(series, numbers);
    const rows = await tx.db.rows(STATES, [accountId, projectId]);
    const states = new Map(rows.map(({ series: key, held, direction, since }) => [key, { held, direction, since }]));
    const known = new Map(rows.map((row) => [row.series, row.known ?? []]));
    const isRecounted = !project.is_first && project.analysis_id !== project.former_analysis_id;
    const standing = await this.endStanding({ series, scanned, states, isRecounted });
    const lost = lostPrompts(numbers.brand);
    const untold = lost.filter(({ intent }) => !known.get(LISTS.lost)?.includes(numbers.intents[intent] ?? ''));
    const wanted = new Set(settings.kinds);
    const found = decide({
      today: day,
      series: scanned.filter((one) => isWanted(one, settings)),
      lost: wanted.has('prompt_lost') ? untold : [],
      states,
      standing,
      sensitivity: settings.sensitivity,
      minPoints: settings.minPoints,
    });
    const isMuted = settings.mutedUntil !== null && new Date(settings.mutedUntil) > tx.clock.now();
    const mayOpen = !isMuted && !isRecounted;
    const of: MoveParts = {
      ...{ projectId, brandName: project.brand_name, day, series, intents: numbers.intents },
      url: this.parts.publicUrl && `${this.parts.publicUrl}/dashboard/projects/${projectId}/alerts`,
    };
    if (mayOpen) await this.open(found, of, standing);
    const lists = [
      {
        series: LISTS.lost,
        known: stillLost(known.get(LISTS.lost) ?? [], mayOpen ? lost : [], numbers),
      },
      ...(await this.findNew(settings, known, { of, mayOpen })),
    ];
    await this.save(found.states, lists, states);
    const isLearning = scanned.find(({ kind }) => kind === 'brand')?.scan.windows.length === 0;
    await tx.db.rows(FINISH, [accountId, projectId, day, this.opened.length, isLearning]);
    await tellAlerts(tx, this.told, this.parts.mail);
    await recordDayClosed(tx, { projectId, day, analysisId: project.analysis_id });
    return { opened: this.opened, ended: this.ended };
  }

  /** Ends what is over; returns the alerts that still stand. */
  private async endStanding(seen: {
    series: ReadonlyMap<string, WatchedSeries>;
    scanned: readonly ScannedSeries[];
    states: Map<string, SeriesState>;
    isRecounted: boolean;
  }): Promise<StandingAlert[]> {
    const { tx, day } = this;
    const { accountId } = tx.caller;
    const rows = await tx.db.rows(STANDING, [accountId, this.projectId]);
    this.standing = rows.length;
    const standing: StandingAlert[] = [];
    for (const row of rows) {
      const { resolution, recoveredChecks, since } = endingOf(
        { ...row, openedOn: row.opened_on, recoveredChecks: row.recovered_checks },
        { day, ...seen },
      );
      if (resolution === null) {
        const change = (row.evidence.changePoints ?? 0) / 100;
        const own = { key: row.series, kind: seriesKindOf(row.series), competitorId: competitorOf(row.series) };
        if (row.direction && own.kind) {
          standing.push({
            ...{ id: row.id, series: { ...own, kind: own.kind }, direction: row.direction, change },
            ...{ openedOn: row.opened_on, parts: row.parts },
          });
        }
        if (recoveredChecks !== row.recovered_checks) {
          await tx.db.rows(COUNT_RECOVERED, [accountId, row.id, recoveredChecks]);
        }
        continue;
      }
      await this.resolve(row.id, resolution);
      for (const key of [row.series, ...row.parts]) seen.states.set(key, { held: 0, direction: null, since });
      if (row.state === 'open') this.told.push({ id: row.id, type: 'alert.resolved' });
    }
    return standing;
  }

  private async open({ opened, joined }: Decisions, of: MoveParts, standing: readonly StandingAlert[]): Promise<void> {
    const { tx } = this;
    const { accountId } = tx.caller;
    for (const { alertId, part } of joined) {
      const keys = standing.find(({ id }) => id === alertId)?.parts ?? [];
      await this.join(alertId, { part, keys }, of);
    }
    for (const { lead, parts, widens } of opened) {
      const [widened, ...joining] = widens;
      if (!widened && this.room() === 0) continue;
      const kind = kindOf(lead);
      const former = standing.filter(({ id }) => widens.includes(id));
      const evidence = await evidenceOf(tx, { lead, parts, former: await this.formerOf(former) }, of);
      const keys = [
        ...parts.map((part) => part.series.key),
        ...former.flatMap((one) => [one.series.key, ...one.parts]),
      ];
      const { key } = lead.series;
      if (!widened) {
        await this.insert(kind, key, { evidence, direction: lead.direction, parts: keys });
        continue;
      }
      for (const id of joining) await this.resolve(id, 'joined');
      const inside = [...new Set(keys)].filter((one) => one !== key);
      const values = [kind, key, lead.direction, JSON.stringify(keptEvidence(evidence)), inside];
      await tx.db.rows(WIDEN, [accountId, widened, ...values, tx.clock.now()]);
      this.opened.push(kind);
      this.told.push({ id: widened, type: 'alert.opened' });
    }
  }

  /** What narrower alerts have told, which a wider one tells as its parts. */
  private async formerOf(alerts: readonly StandingAlert[]): Promise<FormerParts> {
    const views = await alertsByIds(
      this.tx,
      alerts.map(({ id }) => id),
    );
    const told: FormerParts = { parts: [], prompts: [], promptCount: 0 };
    for (const { id, series, direction } of alerts) {
      const evidence = views.get(id)?.evidence;
      if (!evidence) continue;
      const { subject, platform, changePoints, interval } = evidence;
      if (series.kind !== 'lost') {
        told.parts.push({ series: series.key, subject, platform, direction, changePoints, interval });
      }
      told.parts.push(...evidence.parts);
      told.prompts.push(...evidence.prompts);
      told.promptCount += lostCountOf(evidence);
    }
    return told;
  }

  /** Alerts that may be opened yet. */
  private room(): number {
    return Math.max(0, STANDING_MAX - this.standing);
  }

  private async resolve(id: string, resolution: AlertResolution): Promise<void> {
    this.ended += 1;
    this.standing -= 1;
    await endAlert(this.tx, id, resolution);
  }

  private async insert(
    kind: AlertKind,
    series: string,
    { evidence, direction, parts }: { evidence: AlertEvidence; direction: AlertDirection | null; parts: string[] },
  ): Promise<void> {
    const { tx, day, projectId } = this;
    const id = await openAlert(tx, { projectId, kind, series, direction, evidence, parts, day });
    this.standing += 1;
    this.opened.push(kind);
    this.told.push({ id, type: 'alert.opened' });
  }

  /** Adds a part to an alert that stands, which says nothing new of it. */
  private async join(
    alertId: string,
    { part, keys: before }: { part: Move; keys: readonly string[] },
    of: MoveParts,
  ): Promise<void> {
    const { tx } = this;
    const { evidence } = await getAlert(tx, alertId);
    const lost = part.lost.length > 0 ? await evidenceOf(tx, { lead: part, parts: [] }, of) : null;
    const told = lost ? evidence.parts : [...evidence.parts, partOf(part, of)];
    const prompts = [...evidence.prompts, ...(lost?.prompts ?? [])].slice(0, EVIDENCE_PROMPTS_MAX);
    const promptCount = lostCountOf(evidence) + part.lost.length;
    const steady = evidence.steady.filter((platform) => !told.some((one) => one.platform === platform));
    const keys = [...new Set([...before, ...told.map(({ series }) => series), part.series.key])];
    const after = keptEvidence({ ...evidence, parts: told, prompts, promptCount, steady });
    await tx.db.rows(JOIN, [tx.caller.accountId, alertId, JSON.stringify(after), keys, tx.clock.now()]);
  }

  /** Names and sources that are new; of the first check all are known already. */
  private async findNew(
    settings: AlertSettingsView,
    known: ReadonlyMap<string, readonly string[]>,
    { of, mayOpen }: { of: MoveParts; mayOpen: boolean },
  ): Promise<{ series: string; known: readonly string[] | undefined }[]> {
    const { tx, projectId, day } = this;
    const scope = { accountId: tx.caller.accountId, projectId };
    const lists = [
      { key: LISTS.names, kind: 'candidate_found', type: 'name', find: foundNames },
      { key: LISTS.sources, kind: 'source_found', type: 'source', find: foundSources },
    ] as const;
    const after: { series: string; known: readonly string[] | undefined }[] = [];
    for (const { key, kind, type, find } of lists) {
      const before = known.get(key);
      if (!settings.kinds.includes(kind)) continue;
      const found = await find(tx.db, scope, { day, known: before ?? [] });
      const fresh = found.filter(({ id }) => before && !before.includes(id));
      if (before && fresh.length === 0) continue;
      if (before && !mayOpen) continue;
      // What answers bring up now is never forgotten. What there is no room for is told by a later check.
      const room = this.room();
      const untold = fresh.slice(room);
      for (const one of fresh.slice(0, room)) await this.insert(kind, `${key}:${one.id}`, told(one, type, of));
      const now = found.filter((one) => !untold.includes(one)).map(({ id }) => id);
      const former = (before ?? []).filter((id) => !now.includes(id));
      after.push({ series: key, known: [...former, ...now].slice(-FOUND_MAX) });
    }
    return after;
  }

  private async save(
    after: ReadonlyMap<string, SeriesState>,
    lists: readonly { series: string; known: readonly string[] | undefined }[],
    before: ReadonlyMap<string, SeriesState>,
  ): Promise<void> {
    const { tx, projectId } = this;
    const states = new Map([...before, ...after]);
    // A list that brought up nothing new stays as it is.
    for (const series of Object.values(LISTS)) states.delete(series);
    const rows = [
      ...Array.from(states, ([series, state]) => ({ series, ...state, known: null })),
      ...lists.map(({ series, known = [] }) => ({ series, held: 0, direction: null, since: null, known })),
    ];
    await tx.db.rows(SAVE_STATES, [tx.caller.accountId, projectId, JSON.stringify(rows)]);
  }
}

/** What was told as lost, until an answer of the last week names the brand again. */
function stillLost(known: readonly string[], lost: readonly LostPrompt[], numbers: WatchedNumbers): string[] {
  const named = new Set(
    numbers.brand.filter(({ sums }) => (sums[0] ?? 0) > 0).map(({ intent }) => numbers.intents[intent]),
  );
  const now = lost.map(({ intent }) => numbers.intents[intent] ?? '');
  return [...new Set([...known, ...now])].filter((question) => !named.has(question));
}

function told(found: Found, type: 'name' | 'source', of: MoveParts) {
  const { id, name, answers, intents } = found;
  const count = { answers, of: found.of, intents };
  const evidence = plainEvidence(of.brandName, { type, id: type === 'name' ? id : null, name }, { count, url: of.url });
  return { evidence, direction: null, parts: [] };
}

/** Every series of a project, by its key. */
function watchedSeries(
  numbers: WatchedNumbers,
  brandName: string,
  projectId: string,
): ReadonlyMap<string, WatchedSeries> {
  const brand = { subject: { type: 'brand' as const, id: projectId, name: brandName }, competitorId: null };
  const all: WatchedSeries[] = [{ key: 'brand', kind: 'brand', platform: null, cells: numbers.brand, ...brand }];
  for (const [platform, cells] of Map.groupBy(numbers.brand, (cell) => cell.platform)) {
    all.push({ key: `platform:${platform}`, kind: 'platform', platform, cells, ...brand });
  }
  for (const competitor of numbers.competitors) {
    const own = {
      subject: { type: 'competitor' as const, id: competitor.id, name: competitor.name },
      ...{ competitorId: competitor.id, platform: null },
    };
    all.push({ key: `competitor:${competitor.id}`, kind: 'competitor', cells: competitor.cells, ...own });
    all.push({ key: `rival:${competitor.id}`, kind: 'rival', cells: leadOf(competitor, numbers.brand), ...own });
  }
  all.push({ key: 'voice', kind: 'voice', platform: null, cells: numbers.voice, ...brand });
  all.push({ key: 'tone', kind: 'tone', platform: null, cells: numbers.tone, ...brand });
  return new Map(all.map((one) => [one.key, one]));
}

function scanAll(series: ReadonlyMap<string, WatchedSeries>, numbers: WatchedNumbers): ScannedSeries[] {
  return Array.from(series.values(), ({ cells, platform, key, kind, competitorId }) => ({
    ...{ key, kind, competitorId },
    scan: scanSeries(cells, numbers.answerDays(platform)),
  }));
}

/** What a series would be told as is among the kinds that the project has. */
function isWanted(series: ScannedSeries, { kinds }: AlertSettingsView): boolean {
  const { scan } = series;
  const kind = kindOf({ series, direction: scan.direction ?? 'up' });
  return (kinds as readonly AlertKind[]).includes(kind);
}

function seriesKindOf(key: string): StandingAlert['series']['kind'] | null {
  const [kind = ''] = key.split(':');
  switch (kind) {
    case 'brand':
    case 'platform':
    case 'competitor':
    case 'rival':
    case 'voice':
    case 'tone':
    case 'lost':
      return kind;
    default:
      return null;
  }
}

function competitorOf(key: string): string | null {
  const [kind, id] = key.split(':');
  return (kind === 'competitor' || kind === 'rival') && id ? id : null;
}
