import { AccountsProjectsAndHistory } from './2026-11-20-accounts-projects-and-history.js';
import { AnswersByQuestion } from './2026-11-20-answers-by-question.js';
import { CandidatesByName } from './2026-11-20-candidates-by-name.js';
import { JudgedSentiment } from './2026-11-20-judged-sentiment.js';
import { ProgressOfReanalyses } from './2026-11-20-progress-of-reanalyses.js';
import { AttemptsAtAnalyses } from './2026-11-22-attempts-at-analyses.js';
import { BoundsOfTheJudge } from './2026-11-22-bounds-of-the-judge.js';
import { FactsBySubjectAndDomain } from './2026-11-22-facts-by-subject-and-domain.js';
import { MonitoringEngine } from './2026-11-22t1036-monitoring-engine.js';
import { HoldersAndSessions } from './2026-11-22t1043-holders-and-sessions.js';
import { TasksOfProjects } from './2026-11-22t1051-tasks-of-projects.js';
import { AttemptsWithoutAnswer } from './2026-11-22t1210-attempts-without-answer.js';
import { DismissedCandidates } from './2026-11-22t1212-dismissed-candidates.js';
import { SecondFactors } from './2026-11-22t1213-second-factors.js';
import { ChangesOfProjects } from './2026-11-22t2153-changes-of-projects.js';
import { SentimentWithoutRules } from './2026-11-23t0103-sentiment-without-rules.js';
import { JudgedNames } from './2026-11-23t0110-judged-names.js';
import { ReservationsOfTheJudge } from './2026-11-23t0502-reservations-of-the-judge.js';
import { RequestsByPerson } from './2026-11-24t0223-requests-by-person.js';
import { NamesByQuestion } from './2026-11-24t0227-names-by-question.js';
import { ReservationsOfPlatforms } from './2026-11-24t0243-reservations-of-platforms.js';
import { RequestsWithinTheirAccount } from './2026-11-24t0330-requests-within-their-account.js';

/** In the order they run. A migration is never edited once it has landed; the next one is appended. */
export const MIGRATIONS = [
  { name: '2026-11-20-accounts-projects-and-history', class: AccountsProjectsAndHistory },
  { name: '2026-11-20-candidates-by-name', class: CandidatesByName },
  { name: '2026-11-20-answers-by-question', class: AnswersByQuestion },
  { name: '2026-11-20-judged-sentiment', class: JudgedSentiment },
  { name: '2026-11-20-progress-of-reanalyses', class: ProgressOfReanalyses },
  { name: '2026-11-22-attempts-at-analyses', class: AttemptsAtAnalyses },
  { name: '2026-11-22-bounds-of-the-judge', class: BoundsOfTheJudge },
  { name: '2026-11-22-facts-by-subject-and-domain', class: FactsBySubjectAndDomain },
  { name: '2026-11-22t1036-monitoring-engine', class: MonitoringEngine },
  { name: '2026-11-22t1043-holders-and-sessions', class: HoldersAndSessions },
  { name: '2026-11-22t1051-tasks-of-projects', class: TasksOfProjects },
  { name: '2026-11-22t1210-attempts-without-answer', class: AttemptsWithoutAnswer },
  { name: '2026-11-22t1212-dismissed-candidates', class: DismissedCandidates },
  { name: '2026-11-22t1213-second-factors', class: SecondFactors },
  { name: '2026-11-22t2153-changes-of-projects', class: ChangesOfProjects },
  { name: '2026-11-23t0103-sentiment-without-rules', class: SentimentWithoutRules },
  { name: '2026-11-23t0110-judged-names', class: JudgedNames },
  { name: '2026-11-23t0502-reservations-of-the-judge', class: ReservationsOfTheJudge },
  { name: '2026-11-24t0223-requests-by-person', class: RequestsByPerson },
  { name: '2026-11-24t0227-names-by-question', class: NamesByQuestion },
  { name: '2026-11-24t0243-reservations-of-platforms', class: ReservationsOfPlatforms },
  { name: '2026-11-24t0330-requests-within-their-account', class: RequestsWithinTheirAccount },
] as const;
