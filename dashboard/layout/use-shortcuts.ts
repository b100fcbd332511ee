import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PERIODS, periodOf, readFilters } from '../filters.ts';
import { isForOthers } from '../keys.ts';
import { useFilters } from '../use-filters.ts';
import { ACCOUNT_PAGES, PROJECT_PAGES } from './navigation.ts';

/** After `g`, the key of a page is waited for so long. */
const SEQUENCE_MS = 1_200;

interface Options {
  projectId: string | undefined;
  isOn: boolean;
  /** Called for `?`. */
  onHelp: () => void;
}

/** The keys of all pages: `g` and a page's key, `[` and `]` for the period, `/` for the search of the page, `?`. */
export function useShortcuts({ projectId, isOn, onHelp }: Options): void {
  const act = useActions(projectId, onHelp);
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isOn) return undefined;
    let wentAt = Number.NEGATIVE_INFINITY;
    const press = (event: KeyboardEvent) => {
      if (isForOthers(event)) return;
      const isAfterG = event.timeStamp - wentAt < SEQUENCE_MS;
      wentAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (event.key !== 'g' && latest.current(event.key, isAfterG)) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOn]);
}

/** What a key does; false where it does nothing. */
function useActions(projectId: string | undefined, onHelp: () => void) {
  const navigate = useNavigate();
  const [filters, setFilters] = useFilters();
  const goTo = (key: string) => {
    const own = PROJECT_PAGES.find((page) => page.key === key);
    const account = ACCOUNT_PAGES.find((page) => page.key === key);
    if (own && projectId !== undefined) void navigate({ to: own.to, params: { projectId }, search: readFilters });
    else if (account) void navigate({ to: account.to });
    else return false;
    return true;
  };
  const movePeriod = (step: number) => {
    if (projectId === undefined) return false;
    const beside = PERIODS[PERIODS.indexOf(periodOf(filters)) + step];
    if (beside) setFilters({ window: beside.word });
    return true;
  };
  const actions: Readonly<Record<string, () => boolean>> = {
    '[': () => movePeriod(-1),
    ']': () => movePeriod(1),
    '/': focusSearch,
    '?': () => {
      onHelp();
      return true;
    },
  };
  return (key: string, isAfterG: boolean): boolean => (isAfterG ? goTo(key) : (actions[key]?.() ?? false));
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  return field !== null;
}
