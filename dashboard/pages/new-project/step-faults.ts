import {
  aliasesFault,
  charactersOf,
  countryFault,
  NAMES_TOO_LONG,
  nameFault,
  optionalWebsiteFault,
  PROJECT_NAMES_MAX,
  promptFault,
  promptKeyOf,
  topicFault,
  websiteFault,
  withScheme,
} from '../../ui/field-faults.words.ts';
import {
  brandToSend,
  type Draft,
  type Faults,
  filledPrompts,
  filledRivals,
  STEP_NAMES,
  type StepName,
} from './draft.ts';
import { sameAs } from './new-project.words.ts';

/** What is wrong at a step: by field of the brand, or by field of the competitor or prompt whose row has the key. */
export interface StepFaults {
  fields: Faults;
  rows: ReadonlyMap<number, Faults>;
}

export const NO_FAULTS: StepFaults = { fields: {}, rows: new Map() };

/** What the service would refuse of a step, before anything is sent. */
export function faultsOfStep(step: StepName, draft: Draft): StepFaults {
  switch (step) {
    case 'brand':
      return { fields: faultsOfBrand(draft), rows: new Map() };
    case 'competitors':
      return { fields: {}, rows: faultsOfRivals(draft) };
    case 'prompts':
      return { fields: {}, rows: faultsOfPrompts(draft) };
  }
}

/** The first of the steps before `end` that the service would refuse; null where it takes all. */
export function firstRefused(draft: Draft, end: StepName | null): StepName | null {
  const steps = STEP_NAMES.slice(0, end === null ? undefined : STEP_NAMES.indexOf(end));
  return steps.find((step) => hasFaults(faultsOfStep(step, draft))) ?? null;
}

export function hasFaults({ fields, rows }: StepFaults): boolean {
  return Object.keys(fields).length > 0 || rows.size > 0;
}

function faultsOfBrand(draft: Draft): Faults {
  const { brandName, websiteUrl, aliases, mainTopic, targetCountry } = brandToSend(draft);
  return present({
    brandName: nameFault(brandName),
    websiteUrl: websiteFault(websiteUrl),
    aliases: aliasesFault(aliases),
    mainTopic: topicFault(mainTopic),
    targetCountry: countryFault(targetCountry),
  });
}

/** All names of a project together are bounded: the competitor with which they become too many is at fault. */
function faultsOfRivals(draft: Draft): ReadonlyMap<number, Faults> {
  let characters = [draft.brand.brandName, ...draft.brand.aliases].reduce(sumOf, 0);
  return byRow(filledRivals(draft), ({ name, websiteUrl }) => {
    characters = sumOf(characters, name);
    const tooLong = characters > PROJECT_NAMES_MAX ? NAMES_TOO_LONG : null;
    return { name: nameFault(name) ?? tooLong, websiteUrl: optionalWebsiteFault(withScheme(websiteUrl)) };
  });
}

function faultsOfPrompts(draft: Draft): ReadonlyMap<number, Faults> {
  const places = new Map<string, number>();
  return byRow(filledPrompts(draft), ({ key, text }) => {
    const first = places.get(promptKeyOf(text));
    const place = draft.prompts.findIndex((row) => row.key === key) + 1;
    if (first === undefined) places.set(promptKeyOf(text), place);
    return { promptText: promptFault(text) ?? (first === undefined ? null : sameAs(first)) };
  });
}

function byRow<Row extends { key: number }>(
  rows: readonly Row[],
  faultsOf: (row: Row) => Readonly<Record<string, string | null>>,
): ReadonlyMap<number, Faults> {
  const found = rows.map((row) => [row.key, present(faultsOf(row))] as const);
  return new Map(found.filter(([, faults]) => Object.keys(faults).length > 0));
}

function present(faults: Readonly<Record<string, string | null>>): Faults {
  return Object.fromEntries(
    Object.entries(faults).flatMap(([field, fault]) => (fault === null ? [] : [[field, fault]])),
  );
}

function sumOf(characters: number, name: string): number {
  return characters + charactersOf(name.trim());
}
