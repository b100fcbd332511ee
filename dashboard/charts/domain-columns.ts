import type { Ownership } from '../api/vocabulary.ts';
import { OWNERSHIP } from '../ui/ownership-tag.tsx';
import type { Column } from './csv.ts';

interface CitedDomain {
  domain: string;
  ownership: Ownership;
  share: number;
  citationCount: number;
  responseCount: number;
}

/** What tables and files say of a cited domain. */
export const DOMAIN_COLUMNS: readonly Column<CitedDomain>[] = [
  { head: 'Domain', cell: ({ domain }) => domain },
  { head: 'Type', cell: ({ ownership }) => OWNERSHIP[ownership] },
  { head: 'Share, %', cell: ({ share }) => share, isNumber: true },
  { head: 'Citations', cell: ({ citationCount }) => citationCount, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
];
