import type { Clock } from '../clock.js';
import type { DatabaseSession } from '../database/database-session.js';
import { importAnswers } from '../monitoring/ingest/import-answers.js';
import { WITHOUT_JUDGE } from '../monitoring/judge/judging.js';
import { sampleAnswers } from './answers/sample-answers.js';
import type { DemoProject } from './demo.types.js';

/**
 * Imports a project's sample answers as the operator's import would; those imported before are skipped.
 * @throws Error where a line is rejected: the samples are ours, so that is a fault of the service.
 */
export async function importSamples(
  db: DatabaseSession,
  projectId: string,
  project: DemoProject,
  clock: Clock,
): Promise<void> {
  const file = importFile(project, clock.now());
  const { rejected, errors } = await importAnswers(db, { projectId }, file, WITHOUT_JUDGE, clock);
  if (rejected === 0) return;
  const [first] = errors;
  throw new Error(
    `the import rejected ${rejected} sample answers; the first is line ${first?.line}: ${first?.message}`,
  );
}

/** JSON Lines (operating.md, "The import file"), made as the import asks for more. */
async function* importFile(project: DemoProject, now: Date): AsyncGenerator<string> {
  for (const answer of sampleAnswers(project, now)) yield `${JSON.stringify(answer)}\n`;
}
