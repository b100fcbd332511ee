import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { NO_DAYS, PERIODS, periodOf, readFilters, useFilters } from '../filters.ts';
import { KeyboardIcon } from '../ui/icons.tsx';
import { PROJECT_PAGES, useAccountPages } from './navigation.tsx';
import shell from './shell.module.css';

/** Loaded once it is asked for, as what dialogs are made of is much of a first page's scripts. */
const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })));

/** The keys, where one reads of them, and the way to switch them off: some people's tools press keys by themselves. */
export function Shortcuts({ projectId }: { projectId: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(areKeysOn);
  useShortcuts({ projectId, isOn, onHelp: () => setIsOpen(true) });
  const choose = (next: boolean) => {
    switchKeys(next);
    setIsOn(next);
  };
  return (
    <>
      <button type="button" className={shell.link} onClick={() => setIsOpen(true)}>
        <KeyboardIcon />
        <span>Shortcuts</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShortcutList projectId={projectId} isOn={isOn} onChoose={choose} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** After `g`, the key of a page is waited for so long. */
const SEQUENCE_MS = 1_200;

interface Options {
  projectId: string | undefined;
  isOn: boolean;
  /** Called for `?`. */
  onHelp: () => void;
}

/** The keys of all pages: `g` and a page's key, `[` and `]` for the period, `/` for the search of the page, `?`. */
function useShortcuts({ projectId, isOn, onHelp }: Options): void {
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
  const accountPages = useAccountPages();
  const [filters, setFilters] = useFilters();
  const goTo = (key: string) => {
    const own = PROJECT_PAGES.find((page) => page.key === key);
    const account = accountPages.find((page) => page.key === key);
    if (own && projectId !== undefined) void navigate({ to: own.to, params: { projectId }, search: readFilters });
    else if (account) void navigate({ to: account.to });
    else return false;
    return true;
  };
  const movePeriod = (step: number) => {
    if (projectId === undefined) return false;
    const at = PERIODS.findIndex(({ word }) => word === periodOf(filters).word);
    const beside = PERIODS[at + step];
    if (beside) setFilters({ window: beside.word, ...NO_DAYS });
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

const STORED = 'shortcuts';

/** Whether keys without Ctrl or the like do anything: some people's tools press keys by themselves. */
export function areKeysOn(): boolean {
  return localStorage.getItem(STORED) !== 'off';
}

function switchKeys(isOn: boolean): void {
  localStorage.setItem(STORED, isOn ? 'on' : 'off');
}

/** The browser's own keys, and what is typed into a field. */
export function isForOthers(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target);
}

const WRITTEN_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(WRITTEN_INTO) !== null;
}
