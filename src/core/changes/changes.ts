import { z } from 'zod';
import { statement } from '../../database/rows.js';
import { type Platform, PROJECT_CHANGES } from '../../entities/vocabulary.js';
import { bindProjects, type Context } from '../context.js';
import { type Period, periodInput } from '../metrics/metric-query.js';
import { percent } from '../metrics/shares.js';
import { entriesByOwner } from '../pages.js';
import { PLATFORM_NAMES } from '../platforms/platform-status.js';
import { toTimestamp } from '../time.js';
import { quote } from './record-changes.js';

/** What changes are asked by: the days. */
export const changesInput = z.object(periodInput);

/** Changes that one answer lists: notes before others, the newest of each. */
export const CHANGES_MAX = 100;

/**
 * What may change beside a project's numbers: what its people did, a platform's model, how it is asked, and how many of
 * its answers people corrected.
 */
export const CHANGE_KINDS = [...PROJECT_CHANGES, 'model_changed', 'method_changed', 'answers_corrected'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface ChangeView {
  /** Of a note, which is removed by it; null for all else. */
  id: string | null;
  at: string;
  kind: ChangeKind;
  /** A sentence; of a model, it names the platform and both models. */
  text: string;
}

interface ChangeRow {
  project_id: string;
  id: string | null;
  at: string | null;
  kind: ChangeKind;
  /** Of a model: its name; of corrections: how many. */
  text: string;
  platform: Platform | null;
  /** The model that was new before this one; of corrections: the answers of the period. */
  former: string | null;
}

/** More than one corrected answer in so many of a period is told beside its numbers. */
const CORRECTED_PER_MARK = 100;

/**
 * The key of `project_change` leads to its newest rows. A project has few served models, however many answers; the
 * first of a platform is no change. Notes come first, so that a hundred prompts that are added at once hide none.
 */
const CHANGES = statement<ChangeRow>(
  'changes-of-projects',
  `select p.id as project_id, c.id, c.at::text as at, c.kind, c.text, c.platform, c.former
   from project p
   left join lateral (
     (
       select 0 as turn, h.id, h.at, h.kind, h.text, null as platform, null as former, h.id::text as place
       from project_change h
       where h.account_id = $1 and h.project_id = p.id and h.kind = 'note'
         and h.at >= $3::date::timestamp at time zone 'UTC' and h.at < ($4::date + 1)::timestamp at time zone 'UTC'
       order by h.at desc, h.id
       limit ${CHANGES_MAX}
     )
     union all
     (
       select 1, null::uuid, h.at, h.kind, h.text, null, null, h.id::text
       from project_change h
       where h.account_id = $1 and h.project_id = p.id and h.kind <> 'note'
         and h.at >= $3::date::timestamp at time zone 'UTC' and h.at < ($4::date + 1)::timestamp at time zone 'UTC'
       order by h.at desc, h.id
       limit ${CHANGES_MAX}
     )
     union all
     select 1, null, m.first_at, 'model_changed', m.model, m.platform, m.former, m.platform || ' ' || m.model
     from (
       select s.platform, s.model, s.first_at,
         lag(s.model) over (partition by s.platform order by s.first_at, s.model) as former
       from served_model s
       where s.account_id = $1 and s.project_id = p.id
     ) m
     where m.former is not null and m.first_at >= $3::date::timestamp at time zone 'UTC'
       and m.first_at < ($4::date + 1)::timestamp at time zone 'UTC'
     union all
     select 1, null, m.first_at, 'method_changed', m.request_version::text, m.platform, m.former::text,
       m.platform || ' ' || m.request_version
     from (
       select s.platform, s.request_version, s.first_at,
         lag(s.request_version) over (partition by s.platform order by s.first_at, s.request_version) as former
       from served_method s
       where s.account_id = $1 and s.project_id = p.id
     ) m
     where m.former is not null and m.first_at >= $3::date::timestamp at time zone 'UTC'
       and m.first_at < ($4::date + 1)::timestamp at time zone 'UTC'
     union all
     select 1, null, k.first_day::timestamp at time zone 'UTC', 'answers_corrected', k.corrected::text, null,
       n.responses::text, 'corrected'
     from (
       select count(*) as corrected, min(r.bucket_date) as first_day
       from answer_correction r
       where r.account_id = $1 and r.project_id = p.id and r.bucket_date between $3::date and $4::date
     ) k
     cross join lateral (
       select sum(d.response_count) as responses
       from analysis_selection s
       join daily_response d on d.account_id = $1 and d.project_id = p.id and d.analysis_id = s.analysis_id
         and d.bucket_date between $3::date and $4::date
       where s.account_id = $1 and s.project_id = p.id and k.corrected > 0
     ) n
     where k.corrected * ${CORRECTED_PER_MARK} > n.responses
     order by turn, at desc, place
     limit ${CHANGES_MAX}
   ) c on true
   where p.account_id = $1 and p.id = any ($2::uuid[])
   order by p.id, c.at desc, c.place`,
);

/**
 * The newest {@link CHANGES_MAX} changes of the days of each project that the account holds, archived ones included, by
 * project; the newest first.
 */
export async function changesOfProjects(
  ctx: Context,
  projectIds: readonly string[],
  period: Period,
): Promise<Map<string, ChangeView[]>> {
  const found = await ctx.db.rows(CHANGES, [...bindProjects(ctx, projectIds), period.from, period.to]);
  return entriesByOwner(
    found,
    ({ project_id }) => project_id,
    ({ id, at, ...row }) => (at === null ? null : { id, at: toTimestamp(at), kind: row.kind, text: textOf(row) }),
  );
}

function textOf({ kind, text, platform, former }: Pick<ChangeRow, 'kind' | 'text' | 'platform' | 'former'>): string {
  if (kind === 'answers_corrected') return correctedText(Number(text), Number(former));
  if (platform === null || former === null) return text;
  if (kind === 'method_changed') {
    return `${PLATFORM_NAMES[platform]} is asked in another way: method ${text} in place of ${former}`;
  }
  return `${PLATFORM_NAMES[platform]} changed its model from ${quote(former)} to ${quote(text)}`;
}

/** The share with one decimal, as it is told from 1 % on. */
function correctedText(corrected: number, responses: number): string {
  const share = percent(corrected, responses, 1);
  return `People corrected ${corrected} of the ${responses} answers of this period (${share} %), from this day on`;
}
