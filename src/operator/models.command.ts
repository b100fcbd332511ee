import { open, unlink } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { SYSTEM_CLOCK } from '../clock.js';
import { parse } from '../core/input.js';
import { PLATFORMS, type Platform } from '../entities/vocabulary.js';
import { compareModels, modelComparisonInput } from '../monitoring/engine/compare-models.js';
import { commandIo, contextOfOwner, print, withWholeDatabase } from './command-context.js';

/** What is asked of the command. */
interface Wish {
  project: string;
  platform: Platform;
  model: string;
  prompts?: number;
  answers?: number;
  budgetUsd?: number;
  out?: string;
}

const UNANSWERED = 1;

/** `models compare` */
export function addModelsCommand(program: Command): void {
  program
    .command('models')
    .description('models of the platforms')
    .command('compare')
    .description('ask the configured model and another one the same prompts; stores nothing, costs up to the budget')
    .requiredOption('--project <id>', 'the project whose prompts are asked')
    .addOption(new Option('--platform <name>', 'the platform').choices(PLATFORMS).makeOptionMandatory())
    .requiredOption('--model <name>', 'the other model, as the platform names it')
    .option('--prompts <count>', 'prompts, 5 to 100; 25 by default', toNumber)
    .option('--answers <count>', 'answers of each model to each, 1 to 20; 4 by default', toNumber)
    .option('--budget-usd <dollars>', 'what it may cost, up to 1000; 5 by default', toNumber)
    .option('--out <path>', 'a new file for the answers, as lines of an import')
    .action(compare);
}

async function compare({ out, ...wish }: Wish): Promise<void> {
  const asked = parse(modelComparisonInput, wish);
  // Before anything is paid for; a file that is there is kept.
  const file = out === undefined ? null : await open(out, 'wx', 0o600);
  let isEmpty = true;
  const keep = async (line: object): Promise<void> => {
    isEmpty = false;
    await file?.appendFile(`${JSON.stringify(line)}\n`);
  };
  try {
    const comparison = await withWholeDatabase(async (database, sources) => {
      const ctx = await contextOfOwner(database.openForJob(), 'project', asked.project);
      return compareModels(ctx, asked, { database, sources, timer: SYSTEM_CLOCK, keep });
    });
    print(comparison);
    if (comparison.answers === 0) commandIo().exitCode = UNANSWERED;
  } finally {
    await file?.close();
    if (out !== undefined && file && isEmpty) await unlink(out);
  }
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number.');
}
