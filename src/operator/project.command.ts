import type { Command } from 'commander';
import { setCompetitorAliases } from '../core/competitors/competitor.writes.js';
import { pauseProject, resumeProject, updateProject } from '../core/projects/project.writes.js';
import { contextOfOwner, print, withDatabase } from './command-context.js';

/** `project pause|resume|aliases` and `competitor aliases` */
export function addProjectCommands(program: Command): void {
  const project = program.command('project').description('projects of any account');
  project
    .command('pause <id>')
    .description('plan no more runs')
    .action(async (id: string) =>
      print(await withDatabase(async (db) => pauseProject(await contextOfOwner(db, 'project', id), id))),
    );
  project
    .command('resume <id>')
    .description('plan runs again')
    .action(async (id: string) =>
      print(await withDatabase(async (db) => resumeProject(await contextOfOwner(db, 'project', id), id))),
    );
  project
    .command('aliases <id> [names...]')
    .description("replace the brand's other names; none clears them")
    .action(async (id: string, names: string[]) =>
      print(
        await withDatabase(async (db) =>
          updateProject(await contextOfOwner(db, 'project', id), id, { aliases: names }),
        ),
      ),
    );
  program
    .command('competitor')
    .description('competitors of any account')
    .command('aliases <id> [names...]')
    .description("replace the competitor's other names; none clears them")
    .action(async (id: string, names: string[]) =>
      print(
        await withDatabase(async (db) => setCompetitorAliases(await contextOfOwner(db, 'competitor', id), id, names)),
      ),
    );
}
