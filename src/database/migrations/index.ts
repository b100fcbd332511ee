import { AccountsProjectsAndHistory } from './2026-11-20-accounts-projects-and-history.js';

/** In the order they run. A migration is never edited once it has landed; the next one is appended. */
export const MIGRATIONS = [
  { name: '2026-11-20-accounts-projects-and-history', class: AccountsProjectsAndHistory },
] as const;
