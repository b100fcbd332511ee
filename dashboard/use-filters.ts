import { useRouter, useSearch } from '@tanstack/react-router';
import { type Filters, readFilters } from './filters.ts';

/** What the page is narrowed to, and how to narrow it otherwise: page and rest of the address stay. */
export function useFilters(): [Filters, (next: Filters) => void] {
  const router = useRouter();
  const filters = readFilters(useSearch({ strict: false }));
  const setFilters = (next: Filters) =>
    void router.navigate({ to: '.', search: (now) => ({ ...now, ...next }), replace: true });
  return [filters, setFilters];
}
