import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Platform } from '../../api/gql.ts';
import { isRefusedFor, Refused } from '../../api/refused.ts';
import { faultsOf } from '../../api/use-write.ts';
import { withScheme } from '../../ui/field-faults.words.ts';
import {
  brandToSend,
  type Draft,
  type Faults,
  filledPrompts,
  filledRivals,
  keyOf,
  type PromptDraft,
  type StepName,
} from './draft.ts';
import { CREATE_PROJECT, CREATE_PROMPTS, CREATE_RIVAL, MADE, PROJECTS_NOW, SET_PLATFORMS } from './new-project.data.ts';

/** What of a draft is in the service; rows by their key. */
export interface Made {
  projectId: string | null;
  rivals: readonly number[];
  prompts: readonly number[];
  /** Whether the project has its platforms, which prompts inherit. */
  hasPlatforms: boolean;
}

const NOTHING_MADE: Made = { projectId: null, rivals: [], prompts: [], hasPlatforms: false };

/** Why creating stopped, and at which step. */
export class StoppedAt extends Error {
  readonly step: StepName;
  override readonly cause: Error;
  /** Faults by field of the brand. */
  readonly faults: Faults;
  /** Faults by field of the competitor or prompt whose row has the key. */
  readonly rows: ReadonlyMap<number, Faults>;

  constructor(step: StepName, cause: Error, faults: Faults, rows: ReadonlyMap<number, Faults> = new Map()) {
    super(cause.message);
    this.step = step;
    this.cause = cause;
    this.faults = faults;
    this.rows = rows;
  }

  /** Whether a fault stands beside what is wrong; else the message has to be shown. */
  get isAtField(): boolean {
    return Object.keys(this.faults).length > 0 || this.rows.size > 0;
  }
}

/** How far creating has come. */
interface Progress {
  made: Made;
  /** It is unknown whether the last request was carried out. */
  isAgain: boolean;
  tell: (made: Made) => void;
}

/** The service takes no more at a time. */
const PROMPTS_AT_ONCE = 100;

/**
 * Creates what of the draft is not made yet: the project, each competitor, its platforms, all prompts at once. Each
 * part is told as it is made, so that after a failure the next call goes on from there. A request whose response was
 * lost may have been carried out: with `isAgain` the service is asked first what is there.
 * @param all the platforms of the plan.
 * @throws StoppedAt
 */
async function create(draft: Draft, all: readonly Platform[], { made, isAgain, tell }: Progress): Promise<Made> {
  let now = made;
  const note = (part: Partial<Made>) => {
    now = { ...now, ...part };
    tell(now);
  };
  if (isAgain) note(await findMade(draft, made));
  const projectId = now.projectId ?? (await createProject(draft));
  note({ projectId });
  for (const rival of filledRivals(draft)) {
    if (now.rivals.includes(rival.key)) continue;
    const input = { name: rival.name, websiteUrl: withScheme(rival.websiteUrl) };
    await ask(CREATE_RIVAL, { projectId, input })
      .then(whole('createCompetitor'))
      .catch((error: Error) => {
        throw new StoppedAt('competitors', error, {}, rowFaults([[rival.key, faultsOf(error)]]));
      });
    note({ rivals: [...now.rivals, rival.key] });
  }
  if (!now.hasPlatforms) await setPlatforms(projectId, draft.platforms ?? all);
  note({ hasPlatforms: true });
  const open = filledPrompts(draft).filter(({ key }) => !now.prompts.includes(key));
  for (let at = 0; at < open.length; at += PROMPTS_AT_ONCE) {
    const rows = open.slice(at, at + PROMPTS_AT_ONCE);
    await createPrompts(projectId, rows);
    note({ prompts: [...now.prompts, ...rows.map(({ key }) => key)] });
  }
  return now;
}

async function createProject(draft: Draft): Promise<string> {
  return ask(CREATE_PROJECT, { input: brandToSend(draft) })
    .then(whole('createProject'))
    .then(
      ({ id }) => id,
      (error: Error) => {
        throw new StoppedAt('brand', error, faultsOf(error));
      },
    );
}

async function setPlatforms(projectId: string, platforms: readonly Platform[]): Promise<void> {
  await ask(SET_PLATFORMS, { id: projectId, platforms: [...platforms] })
    .then(whole('updateProject'))
    .catch((error: Error) => {
      throw new StoppedAt('prompts', error, {});
    });
}

async function createPrompts(projectId: string, open: readonly PromptDraft[]): Promise<void> {
  const inputs = open.map(({ text, frequency }) => ({ promptText: text, monitoringFrequency: frequency }));
  await ask(CREATE_PROMPTS, { projectId, inputs })
    .then(whole('createPrompts'))
    .catch((error: Error) => {
      const issues = error instanceof Refused ? error.issues : [];
      const rows = issues.flatMap(({ path, message }) => {
        const row = open[Number(path.find((part) => typeof part === 'number'))];
        return row ? [[row.key, { promptText: message }] as const] : [];
      });
      throw new StoppedAt('prompts', error, {}, rowFaults(rows));
    });
}

/** A field of a mutation that failed comes as an error of the operation, so null is a fault of the service. */
function whole<Name extends string>(name: Name) {
  return <Value>(data: Record<Name, Value>): NonNullable<Value> => {
    const value = data[name];
    if (value === null || value === undefined) throw new Refused('NO_ANSWER', 'The service returned no answer.');
    return value;
  };
}

function rowFaults(rows: readonly (readonly [number, Faults])[]): ReadonlyMap<number, Faults> {
  return new Map(rows.filter(([, faults]) => Object.keys(faults).length > 0));
}

/** What a lost response may have left: a project of the same brand that is minutes old, its competitors and prompts. */
async function findMade(draft: Draft, made: Made): Promise<Made> {
  const projectId = made.projectId ?? (await findProject(draft));
  if (projectId === null) return made;
  const { project } = await ask(MADE, { id: projectId });
  const names = new Set(project?.competitors?.nodes.map(({ name }) => keyOf(name)));
  const texts = new Set(project?.prompts?.nodes.map(({ promptText }) => keyOf(promptText)));
  return {
    ...made,
    projectId,
    rivals: filledRivals(draft)
      .filter(({ name }) => names.has(keyOf(name)))
      .map(({ key }) => key),
    prompts: filledPrompts(draft)
      .filter(({ text }) => texts.has(keyOf(text)))
      .map(({ key }) => key),
  };
}

/** A draft is typed for longer than that, so an older project of the same brand is another one. */
const RECENT_MS = 10 * 60_000;

async function findProject({ brand }: Draft): Promise<string | null> {
  const { projects } = await ask(PROJECTS_NOW, {});
  const found = projects?.nodes.find(
    ({ brandName, createdAt }) =>
      keyOf(brandName) === keyOf(brand.brandName) && Date.now() - Date.parse(createdAt) < RECENT_MS,
  );
  return found?.id ?? null;
}

/** Whether it is unknown if a request was carried out. */
function isUncertain(error: Error | null): boolean {
  return (
    error instanceof StoppedAt && (isRefusedFor(error.cause, 'UNREACHABLE') || isRefusedFor(error.cause, 'TIMED_OUT'))
  );
}

/** Where the wizard is, what is made by now, and why it stopped. A failure leads to the step that it is about. */
export function useCreate(platforms: readonly Platform[]) {
  const queries = useQueryClient();
  const [step, goTo] = useState<StepName>('brand');
  const [made, setMade] = useState(NOTHING_MADE);
  const write = useMutation({
    mutationFn: ({ draft, isAgain }: { draft: Draft; isAgain: boolean }) =>
      create(draft, platforms, { made, isAgain, tell: setMade }),
    onError: (error) => error instanceof StoppedAt && goTo(error.step),
    onSettled: () =>
      Promise.all([['projects'], ['frame'], ['account']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const stopped = write.error instanceof StoppedAt ? write.error : null;
  return {
    step,
    goTo,
    made,
    stopped,
    /** What is neither a refusal nor a lost response, such as a look at what exists that failed. */
    error: stopped ? null : write.error,
    isPending: write.isPending,
    isDone: write.isSuccess,
    createAll: (draft: Draft) => write.mutate({ draft, isAgain: isUncertain(write.error) }),
  };
}
