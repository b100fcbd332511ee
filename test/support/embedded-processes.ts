import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operate } from './operator.js';
import type { Environment } from './processes.js';

/** The process of the embedded server of a data folder. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
}

/** The shell that started the server and waits for it, and the one that reads its lease. */
export function supervisorsOf(postmaster: number): { shell: number; reader: number } {
  const listed = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const processes = listed.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const shell = processes.find(([pid]) => pid === postmaster)?.[1];
  const reader = processes.find(([pid, parent]) => parent === shell && pid !== postmaster)?.[0];
  if (shell === undefined || reader === undefined) throw new Error('the embedded server has no supervisor');
  return { shell, reader };
}

/** An account's key, made by the operator's commands. */
export async function createKey(env: Environment): Promise<string> {
  const print = async (...args: string[]) => {
    const { code, stdout, stderr } = await operate(args, env);
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  };
  const account = await print('account', 'create', '--name', 'A', '--email', 'a@example.com', '--tier', 'agency');
  return (await print('key', 'create', '--account', account.account_id, '--name', 'k')).api_key;
}
