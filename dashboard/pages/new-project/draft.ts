import type { Frequency, Platform } from '../../api/gql.ts';
import { withScheme } from '../../ui/field-faults.words.ts';

/** In the order in which they open. */
export const STEP_NAMES = ['brand', 'competitors', 'prompts'] as const;
export type StepName = (typeof STEP_NAMES)[number];

/** What is wrong, by field. */
export type Faults = Readonly<Record<string, string>>;

/** A project as it is typed, before anything of it is saved. */
export interface Draft {
  brand: BrandDraft;
  rivals: readonly RivalDraft[];
  prompts: readonly PromptDraft[];
  /** What stands in *Add prompts* and was not added yet: it counts all the same. */
  typedPrompts: string;
  /** Where all prompts are asked; null: on every platform of the plan. */
  platforms: readonly Platform[] | null;
}

export interface BrandDraft {
  brandName: string;
  websiteUrl: string;
  aliases: readonly string[];
  /** What the brand sells; suggestions are made of it. */
  mainTopic: string;
  /** A country's code, or what was typed and names none. */
  targetCountry: string;
}

export interface RivalDraft {
  /** Tells rows apart while they are typed. */
  key: number;
  name: string;
  websiteUrl: string;
}

export interface PromptDraft {
  key: number;
  text: string;
  frequency: Frequency;
}

export const EMPTY_DRAFT: Draft = {
  brand: { brandName: '', websiteUrl: '', aliases: [], mainTopic: '', targetCountry: 'US' },
  rivals: [],
  prompts: [],
  typedPrompts: '',
  platforms: null,
};

/** Whether anything was typed. */
export function isTouched({ brand, rivals, prompts, typedPrompts }: Draft): boolean {
  const texts = Object.entries(brand).map(([field, value]) => [value, EMPTY_DRAFT.brand[field as keyof BrandDraft]]);
  return (
    [rivals, prompts].some(({ length }) => length > 0) ||
    typedPrompts.trim() !== '' ||
    texts.some(([value, empty]) => String(value) !== String(empty))
  );
}

/** The brand as the service takes it: an address typed as `brand.com` gets its scheme. */
export function brandToSend({ brand }: Draft) {
  return { ...brand, aliases: [...brand.aliases], websiteUrl: withScheme(brand.websiteUrl) };
}

/** The prompts of a text, one a line: without the marks of a list, and each once. */
export function promptsOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/).map((line) => line.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, '').trim());
  return withoutTwins(lines.filter((line) => line !== ''));
}

/** The prompts with those texts behind them that none of them has. */
export function addPrompts(
  prompts: readonly PromptDraft[],
  texts: readonly string[],
  frequency: Frequency,
): PromptDraft[] {
  const known = new Set(prompts.map(({ text }) => keyOf(text)));
  const first = nextKey(prompts);
  const added = withoutTwins(texts).filter((text) => !known.has(keyOf(text)));
  return [...prompts, ...added.map((text, at) => ({ key: first + at, text, frequency }))];
}

/** The draft with the prompts that were typed and not added. */
export function withTypedPrompts(draft: Draft, frequency: Frequency): Draft {
  const prompts = addPrompts(draft.prompts, promptsOf(draft.typedPrompts), frequency);
  return { ...draft, prompts, typedPrompts: '' };
}

export function nextKey(rows: readonly { key: number }[]): number {
  return 1 + Math.max(0, ...rows.map(({ key }) => key));
}

/** The rows that hold a text. */
export function filledRivals({ rivals }: Draft): RivalDraft[] {
  return rivals.filter(({ name, websiteUrl }) => name.trim() !== '' || websiteUrl.trim() !== '');
}

export function filledPrompts({ prompts }: Draft): PromptDraft[] {
  return prompts.filter(({ text }) => text.trim() !== '');
}

function withoutTwins(texts: readonly string[]): string[] {
  return [...new Map(texts.map((text) => [keyOf(text), text])).values()];
}

/** Two texts that differ in letter case and space alone are one question. */
export function keyOf(text: string): string {
  return text.trim().replace(/\s+/g, ' ').toLocaleLowerCase('en');
}
