import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder with what is missing above it. Level by level: Node's own recursive way never returns where a file
 * system such as /proc takes no new folders.
 * @throws Error of one line that names the variable, the fault and what is accepted.
 */
export function makeDataFolder(path: string): void {
  try {
    for (const level of missingLevels(path)) makeFolder(level);
    if (!statSync(path).isDirectory()) throw new Error('it is a file');
    accessSync(path, constants.W_OK);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split(',', 1)[0] : String(error);
    throw new Error(`DATA_DIR: "${path}" must be a folder that can be made and written (${reason})`, { cause: error });
  }
}

function missingLevels(path: string): string[] {
  const levels: string[] = [];
  for (let level = path; !existsSync(level); level = dirname(level)) levels.unshift(level);
  return levels;
}

/** Another process that starts at the same time may have made it a moment ago. */
function makeFolder(level: string): void {
  try {
    mkdirSync(level);
  } catch (error) {
    if (!existsSync(level)) throw error;
  }
}
