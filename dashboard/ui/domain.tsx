import type { ReactNode } from 'react';
import type { Ownership } from '../api/gql.ts';
import type { Column } from '../charts/csv-file.ts';
import { count } from '../format.ts';
import { AnswersLink } from './answers-link.tsx';
import styles from './domain.module.css';

/** The host of an address, or a host: set wider, or its dots would vanish between the letters. */
export function Host({ of }: { of: string }) {
  return <span className={styles.host}>{URL.canParse(of) ? new URL(of).host : of}</span>;
}

interface OutLinkProps {
  url: string;
  /** What is pressed; the path of the page by default. */
  children?: ReactNode;
}

/** A page elsewhere. Only http and https become links, and none tells where it was followed from. */
export function OutLink({ url, children }: OutLinkProps) {
  if (!URL.canParse(url)) return url;
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:') return url;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? pathname}
    </a>
  );
}

const OWNERSHIP: Readonly<Record<Ownership, string>> = {
  OWN: 'Yours',
  COMPETITOR: 'Competitor',
  OTHER: 'Third party',
};

/** Whose a site is; the brand's own wears the brand's colour. */
export function OwnershipTag({ ownership }: { ownership: Ownership }) {
  return (
    <span className={styles.tag} data-whose={ownership}>
      {OWNERSHIP[ownership]}
    </span>
  );
}

/** Marks a source that is cited where competitors are named and the brand is not. */
export function GapTag() {
  return <span className={styles.gap}>Gap</span>;
}

interface PartProps {
  part: number;
  whole: number;
  /** The domain that the answers cite. */
  citing: string;
  is: 'brand' | 'rival';
  /** The one tracked competitor: answers can be narrowed to one name, not to any of several. */
  rivalId?: string | undefined;
}

/**
 * `3 of 41`: of the answers that cite a source, how many name the brand, or a rival; the way to them. From `0 of 41` of
 * the brand it leads to those without it.
 */
export function Part({ part, whole, citing, is, rivalId }: PartProps) {
  const named = part > 0 ? ('yes' as const) : ('no' as const);
  const narrowed = is === 'brand' ? { named } : { mentioning: part > 0 ? rivalId : undefined };
  return (
    <AnswersLink citing={citing} {...narrowed}>
      <span className={styles.part}>{`${count(part)} of ${count(whole)}`}</span>
    </AnswersLink>
  );
}

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
