import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../config.js';
import { getOrThrow } from '../core/access/access.js';
import { parse } from '../core/input.js';
import type { SampleSizeOption } from '../core/sample-size/sample-size.js';
import { sampleSizeInput, sampleSizeOfProjects } from '../core/sample-size/sample-size.reads.js';
import { DEFAULT_MODELS } from '../platforms/platform-client.js';
import { usualBill } from '../platforms/usage.js';
import { contextOfOwner, print, withDatabase } from './command-context.js';

/** What is asked of the command. */
interface Wish {
  project: string;
  change?: number;
  interval?: number;
  weeks?: number;
  power?: number;
}

/** `sample-size` */
export function addSampleSizeCommand(program: Command): void {
  program
    .command('sample-size')
    .description('how many prompts and answers tell a change, or a score so exactly, and what they cost')
    .requiredOption('--project <id>', 'the project')
    .option('--change <points>', 'a change of the score, 1 to 50 points', toNumber)
    .option('--interval <points>', "half the width of the score's interval, 1 to 30 points", toNumber)
    .option('--weeks <count>', 'weeks of a period, 1 to 12; 4 by default', toNumber)
    .option('--power <percent>', 'in how many cases the change shows, 50 to 95; 80 by default', toNumber)
    .action(async ({ project, change, interval, weeks, power }: Wish) => {
      const query = parse(sampleSizeInput, { changePoints: change, intervalPoints: interval, weeks, power });
      print(
        await withDatabase(async (db, config) => {
          const ctx = await contextOfOwner(db, 'project', project);
          const view = await getOrThrow(ctx, await sampleSizeOfProjects(ctx, [project], query), project);
          const priced = (option: SampleSizeOption) => withMoney(option, config);
          return {
            ...view,
            present: priced(view.present),
            byRepeats: view.byRepeats.map(priced),
            options: view.options.map(priced),
            cheapest: view.cheapest && priced(view.cheapest),
          };
        }),
      );
    });
}

function toNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number.');
}

const MICRO = 1_000_000;

/** By the list prices of the models that are asked; each platform has an equal part of the credits. */
function withMoney({ on, ...option }: SampleSizeOption, { platformSettings }: Readonly<Config>): object {
  const microUsd = on.map((platform) => {
    const settings = platformSettings.find((one) => one.platform === platform);
    const model = settings?.model ?? DEFAULT_MODELS[platform];
    return usualBill(platform, { model, isGrounded: settings?.isGrounded ?? true }).costMicroUsd;
  });
  const each = microUsd.reduce((sum, cost) => sum + cost, 0) / Math.max(1, on.length);
  return { ...option, usdPerMonth: Math.round((option.creditsPerMonth * each * 100) / MICRO) / 100 };
}
