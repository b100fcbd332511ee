import { SYSTEM_CLOCK } from '../../../src/clock.js';
import type { ProjectScope } from '../../../src/core/facts/project-scope.js';
import { MICRO_USD } from '../../../src/core/platforms/platform-budget.js';
import type { Sentiment } from '../../../src/entities/vocabulary.js';
import { DEFAULT_BOUNDS, type JudgeBounds, type Judging } from '../../../src/monitoring/judge/judging.js';
import { createJudging, createModelJudge } from '../../../src/monitoring/judge/model-judge.js';
import { CALL_LIMITS } from '../../../src/platforms/http-client.js';
import type { TestDatabase } from '../../support/database.js';
import type { PlatformAnswer, PlatformCall, PlatformServer } from '../../support/platform-server.js';
import { answerIn, questionsIn, verdictsOf } from './replies.js';

/** The tests of a file share a database and its budget of the day; models that no table names are expensive. */
const ROOMY: JudgeBounds = { ...DEFAULT_BOUNDS, microUsdPerDay: 1_000 * MICRO_USD };

export interface TestJudging extends Judging {
  said: { details: object; message: string }[];
}

/** How a process judges that starts now with a model, by choice or by default; null for one whose judge is off. */
export async function startJudging(
  database: TestDatabase,
  server: PlatformServer,
  model: string | null,
  bounds: Partial<JudgeBounds> = {},
  isDefault = false,
): Promise<TestJudging> {
  const said: TestJudging['said'] = [];
  const tell = (details: object, message: string) => void said.push({ details, message });
  const log = { info: tell, warn: tell };
  const { chosenAt } = await createJudging(database.db, 'off', log, SYSTEM_CLOCK);
  const choice = { platform: 'claude' as const, apiKey: 'key-sesame', baseUrl: server.url, model: model ?? 'none' };
  const limits = { ...CALL_LIMITS, retries: 0, timeoutMs: 20_000 };
  return {
    judge: model === null ? null : createModelJudge(choice, log, SYSTEM_CLOCK, limits),
    isDefault,
    chosenAt,
    asksAbout: 'new',
    bounds: { ...ROOMY, ...bounds },
    log,
    clock: SYSTEM_CLOCK,
    said,
  };
}

/** How a process judges that has neither a key nor a choice. */
export async function startWithoutChoice(database: TestDatabase): Promise<TestJudging> {
  const said: TestJudging['said'] = [];
  const tell = (details: object, message: string) => void said.push({ details, message });
  return { ...(await createJudging(database.db, undefined, { info: tell, warn: tell }, SYSTEM_CLOCK)), said };
}

/**
 * Says of every answer that its tone is `sentiment`, by its first sentence, and that it names whom it is asked about or
 * not, by the sentence that holds the name.
 */
export function everything(sentiment: Sentiment, name = 'named'): (call: PlatformCall) => PlatformAnswer {
  return (call) => {
    const sentences = answerIn(call).split('.');
    const verdicts = questionsIn(call).map(({ question, about, written }) => {
      if (about === 'tone') return { question, quote: sentences[0] ?? '', verdict: sentiment };
      const quote = sentences.find((sentence) => sentence.includes(written[0] ?? '')) ?? '';
      return { question, quote, verdict: name };
    });
    return { json: verdictsOf('claude', verdicts) };
  };
}

/** Class, source and evidence of each reading under the selected analysis, by the answers' text. */
export async function sentimentsOf(database: TestDatabase, { projectId }: ProjectScope): Promise<string[]> {
  const found = await database.db.em.execute<{ text: string; read: string }[]>(
    `select concat_ws(' | ', a.text, r.sentiment, r.sentiment_source, r.evidence) as read
     from answer a
     join analysis_selection s on s.account_id = a.account_id and s.project_id = a.project_id
     join answer_reading r on r.account_id = a.account_id and r.project_id = a.project_id
       and r.analysis_id = s.analysis_id and r.bucket_date = a.bucket_date and r.answer_id = a.id
     where a.project_id = ?
     order by a.text`,
    [projectId],
  );
  return found.map(({ read }) => read);
}

/** The judge of the analysis that readers see. */
export async function selectedJudge(
  database: TestDatabase,
  { projectId }: ProjectScope,
): Promise<string | null | undefined> {
  const [found] = await database.db.em.execute<{ judge: string | null }[]>(
    `select a.judge
     from analysis_selection s
     join analysis a on a.account_id = s.account_id and a.id = s.analysis_id
     where s.project_id = ?`,
    [projectId],
  );
  return found?.judge;
}
