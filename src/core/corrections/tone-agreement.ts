import { statement } from '../../database/rows.js';
import { bindProjects, type Context } from '../context.js';
import { type Confidence, percent, wilson } from '../metrics/shares.js';

/** From so many tones on, how often two agree is told as a share. */
export const AGREEMENT_FROM = 30;

/** Corrections that are read of a project, the newest. */
export const AGREEMENT_OF_LAST = 5_000;

/** How often two say the same tone of answers that people corrected. */
export interface Agreement {
  /** Answers of which both said something. */
  answers: number;
  agreed: number;
  /** Of the answers, whole; null below {@link AGREEMENT_FROM}, as is `confidence`. */
  percent: number | null;
  confidence: Confidence | null;
}

export interface ToneAgreement {
  /** Answers whose tone people said, of the newest {@link AGREEMENT_OF_LAST} corrections. */
  corrections: number;
  rulesAndPeople: Agreement;
  judgeAndPeople: Agreement;
  rulesAndJudge: Agreement;
}

interface AgreementRow {
  project_id: string;
  corrections: number;
  by_rules: number;
  rules_agreed: number;
  by_judge: number;
  judge_agreed: number;
  by_both: number;
  both_agreed: number;
}

const counted = (condition: string) => `count(*) filter (where ${condition})::int`;

/** Where a language has no rules, and where the brand was not found, the rules said nothing. */
const AGREEMENT = statement<AgreementRow>(
  'tone-agreement-of-projects',
  `select p.id as project_id, c.*
   from project p
   cross join lateral (
     select count(*)::int as corrections,
       ${counted('t.rules is not null')} as by_rules, ${counted('t.rules = t.person')} as rules_agreed,
       ${counted('t.judge is not null')} as by_judge, ${counted('t.judge = t.person')} as judge_agreed,
       ${counted('t.rules is not null and t.judge is not null')} as by_both,
       ${counted('t.rules = t.judge')} as both_agreed
     from (
       select c.sentiment as person,
         case when c.facts ->> 'sentimentSource' = 'model' then c.facts ->> 'sentiment' end as judge,
         case
           when c.facts ->> 'sentimentSource' in ('rules', 'rules_fallback') then c.facts ->> 'sentiment'
           else c.facts ->> 'rulesSentiment'
         end as rules
       from (
         select k.sentiment, k.found -> s.analysis_id::text as facts
         from answer_correction k
         join analysis_selection s on s.account_id = $1 and s.project_id = p.id
         where k.account_id = $1 and k.project_id = p.id
         order by k.corrected_at desc, k.answer_id
         limit ${AGREEMENT_OF_LAST}
       ) c
       where c.sentiment is not null
     ) t
   ) c
   where p.account_id = $1 and p.id = any ($2::uuid[])`,
);

/** How often rules, judge and people agree on the tone of the answers that people corrected, by project. */
export async function toneAgreementOfProjects(
  ctx: Context,
  projectIds: readonly string[],
): Promise<Map<string, ToneAgreement>> {
  const found = await ctx.db.rows(AGREEMENT, bindProjects(ctx, projectIds));
  return new Map(
    found.map(({ project_id, corrections, ...row }) => [
      project_id,
      {
        corrections,
        rulesAndPeople: agreement(row.rules_agreed, row.by_rules),
        judgeAndPeople: agreement(row.judge_agreed, row.by_judge),
        rulesAndJudge: agreement(row.both_agreed, row.by_both),
      },
    ]),
  );
}

function agreement(agreed: number, answers: number): Agreement {
  const isTold = answers >= AGREEMENT_FROM;
  return {
    answers,
    agreed,
    percent: isTold ? percent(agreed, answers) : null,
    confidence: isTold ? wilson(agreed, answers) : null,
  };
}
