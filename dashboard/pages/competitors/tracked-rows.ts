import type { Brand, ComparedProject, Competitor } from './competitors.document.ts';

/** The brand or a tracked competitor, with what the answers of the period say of it. */
export interface TrackedRow {
  id: string;
  name: string;
  aliases: readonly string[];
  websiteUrl: string;
  /** Null for the brand. */
  competitor: Competitor | null;
  /** Null where no answer has been read for the name yet, which is no share of zero. */
  numbers: Brand | null;
}

/** The brand, then its competitors: those in most answers first, those that are not read for yet last. */
export function trackedRows(project: ComparedProject): TrackedRow[] {
  const { id, brandName: name, aliases, websiteUrl } = project;
  const brands = project.brands ?? [];
  const brand = { id, name, aliases, websiteUrl, competitor: null, numbers: brands.find((one) => one.isBrand) ?? null };
  const rivals = (project.competitors?.nodes ?? []).map((competitor) => ({
    ...competitor,
    competitor,
    numbers: brands.find(({ competitorId }) => competitorId === competitor.id) ?? null,
  }));
  return [brand, ...rivals.toSorted((one, other) => answersOf(other) - answersOf(one))];
}

function answersOf({ numbers }: { numbers: Brand | null }): number {
  return numbers?.responseCount ?? -1;
}

/** Whose alias a name is already, in whatever letter case; null where it is nobody's. */
export function aliasOf(rows: readonly TrackedRow[], name: string): string | null {
  const key = name.toLocaleLowerCase('en');
  return rows.find(({ aliases }) => aliases.some((alias) => alias.toLocaleLowerCase('en') === key))?.name ?? null;
}
