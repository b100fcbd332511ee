import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Platform } from '../../src/entities/vocabulary.js';

const MAIN = join(import.meta.dirname, 'fake-platforms', 'main.mjs');

/** Where the fake of a process of its own listens: the four platforms, and its control. */
export type FakeAddresses = Record<Platform | 'control', string>;

/** Starts the fake of the four platforms as a process of its own, for tests that outlive or kill their processes. */
export async function startFakePlatforms(): Promise<{ addresses: FakeAddresses; child: ChildProcess }> {
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const addresses = await new Promise<FakeAddresses>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', (code) => reject(new Error(`the fake of the platforms ended with ${code}`)));
  });
  return { addresses, child };
}
