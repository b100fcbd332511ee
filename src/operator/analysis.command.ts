import type { Command } from 'commander';
import { getProjectAnalysis } from '../core/analysis-state/project-analysis.js';
import { contextOfOwner, print, withDatabase } from './session.js';

/** `analysis --project ID`: how far reading a project's answers again has come. */
export function addAnalysisCommand(program: Command): void {
  program
    .command('analysis')
    .description('tell whether retained answers are read with the present names, and how far reading them again is')
    .requiredOption('--project <id>', 'the project')
    .action(async ({ project }) =>
      print(
        await withDatabase(async (em) => getProjectAnalysis(await contextOfOwner(em, 'project', project), project)),
      ),
    );
}
