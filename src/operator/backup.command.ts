import type { Command } from 'commander';
import { backUp } from '../database/backup/back-up.js';
import type { Manifest } from '../database/backup/manifest.js';
import { restore } from '../database/backup/restore.js';
import { print, withServer } from './command-context.js';

/** `backup`, `restore` */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all tables, as of one instant, into a new folder')
    .requiredOption('--to <folder>', 'new, or empty')
    .action(async ({ to }) => print(reportOf(to, await withServer((address) => backUp(address, to)))));
  program
    .command('restore')
    .description('read a backup into an empty database, and migrate it to the present version')
    .requiredOption('--from <folder>', 'the folder that backup has written')
    .action(async ({ from }) => {
      const work = withServer((address, { isDatabasePooled: isPooled }) =>
        restore({ address, isPooled }, from, () => {}),
      );
      print(reportOf(from, await work));
    });
}

function reportOf(folder: string, { created_at, server_version, tables }: Manifest) {
  return {
    folder,
    createdAt: created_at,
    serverVersion: server_version,
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
