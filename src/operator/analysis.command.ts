import type { Command } from 'commander';
import { getProjectAnalysis } from '../core/analysis-state/project-analysis.js';
import { contextOfOwner, print, withDatabase } from './session.js';

/** `analysis --project ID`: how far re-analysis of a project's answers is. */
export function addAnalysisCommand(program: Command): void {
  program
    .command('analysis')
    .description('show whether retained answers are analysed with the present names, and how far re-analysis is')
    .requiredOption('--project <id>', 'the project')
    .action(async ({ project }) =>
      print(
        await withDatabase(async (db) => getProjectAnalysis(await contextOfOwner(db, 'project', project), project)),
      ),
    );
}
