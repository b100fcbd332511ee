import { Account, ApiKey, IdempotencyRecord, JudgeUse, RequestBudget, ServiceSwitch } from './account.entity.js';
import {
  Analysis,
  AnalysisAttempt,
  AnalysisSelection,
  Answer,
  AnswerCitation,
  AnswerMention,
  AnswerReading,
  AnswerReceipt,
  SentimentVerdict,
} from './answer.entity.js';
import { MonitoringMonth, PlatformGate, PromptSchedule, Run } from './monitoring.entity.js';
import { Competitor, CompetitorCandidate, Project, Prompt } from './project.entity.js';
import {
  DailyCitation,
  DailyCitationUrl,
  DailyMention,
  DailyQuestionResponse,
  DailyResponse,
  MentionTotal,
} from './rollup.entity.js';

/** Every table of the service; the schema test compares them with the migrated database. */
export const ENTITIES = [
  Account,
  ApiKey,
  RequestBudget,
  JudgeUse,
  ServiceSwitch,
  IdempotencyRecord,
  Project,
  Prompt,
  Competitor,
  CompetitorCandidate,
  Analysis,
  AnalysisSelection,
  AnalysisAttempt,
  Answer,
  AnswerReceipt,
  AnswerReading,
  AnswerMention,
  AnswerCitation,
  SentimentVerdict,
  DailyResponse,
  DailyQuestionResponse,
  DailyMention,
  DailyCitation,
  DailyCitationUrl,
  MentionTotal,
  PromptSchedule,
  MonitoringMonth,
  Run,
  PlatformGate,
];
