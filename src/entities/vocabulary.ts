/** Closed vocabularies of the product: each value is a word of the specification. */

export const PLATFORMS = ['chatgpt', 'perplexity', 'claude', 'gemini'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const FREQUENCIES = ['daily', 'weekly'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** How far from buying the one is who asks a prompt. */
export const STAGES = ['awareness', 'consideration', 'decision', 'use'] as const;
export type Stage = (typeof STAGES)[number];

export const TIERS = ['starter', 'professional', 'agency'] as const;
export type Tier = (typeof TIERS)[number];

export const SUBSCRIPTIONS = ['active', 'inactive'] as const;
export type Subscription = (typeof SUBSCRIPTIONS)[number];

export const SENTIMENTS = ['positive', 'neutral', 'negative', 'mixed'] as const;
export type Sentiment = (typeof SENTIMENTS)[number];

/**
 * Where a sentiment comes from: `rules_fallback` where a model was to judge and gave no verdict, `no_rule` where no
 * model was to judge and the answer's language has no rules, so that neutral says nothing; `person` where people
 * corrected it.
 */
export const SENTIMENT_SOURCES = ['rules', 'model', 'rules_fallback', 'no_rule', 'person'] as const;
export type SentimentSource = (typeof SENTIMENT_SOURCES)[number];

/**
 * Who decided whether a name is named: `rules_fallback` where a model was to decide and gave no verdict, `person` where
 * people corrected it.
 */
export const DECIDERS = ['rules', 'model', 'rules_fallback', 'person'] as const;
export type Decider = (typeof DECIDERS)[number];

export const DISCOVERY_METHODS = ['manual', 'auto'] as const;
export type DiscoveryMethod = (typeof DISCOVERY_METHODS)[number];

/**
 * The states of a run. `queued` and `running` change; of the others only `failed` may become `queued` again, by the
 * operator.
 */
export const RUN_STATES = ['queued', 'running', 'accepted', 'failed', 'skipped'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a run is in its state, or waits for its next attempt. */
export const RUN_REASONS = [
  'no_credits',
  'no_daily_slot',
  'beyond_capacity',
  'platform_not_in_tier',
  'platform_not_configured',
  'paused',
  'archived',
  'inactive',
  'refused',
  'rate_limited',
  'denied',
  'timed_out',
  'unreachable',
  'platform_error',
  'unreadable',
  'empty',
  'worker_lost',
  'expired',
  'budget',
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

/** Whether requests to a platform are let through: `closed` lets them; each other state says why it does not. */
export const GATE_BREAKERS = ['closed', 'failing', 'denied', 'misconfigured'] as const;

/** Why all requests to a platform wait until an instant: the platform asked to, or the operator did. */
export const GATE_PAUSES = ['rate_limited', 'operator'] as const;

/** What a holder may do: a viewer reads and exports, a member also writes, an owner also manages people. */
export const ROLES = ['owner', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** What a key may do: everything that the API lets a program do, or read and export alone. */
export const KEY_ACCESS = ['full', 'read'] as const;
export type KeyAccess = (typeof KEY_ACCESS)[number];

export const LINK_PURPOSES = ['invitation', 'reset'] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** What is remembered of access to an account. */
export const SECURITY_EVENTS = [
  'sign_in',
  'sign_in_failed',
  'sign_out',
  'session_ended',
  'password_changed',
  'reset_requested',
  'link_used',
  'invited',
  'role_changed',
  'holder_disabled',
  'key_created',
  'key_revoked',
  'limits_hit',
  'factor_added',
  'factor_removed',
  'factor_failed',
  'recovery_code_used',
  'recovery_codes_renewed',
  'stepped_up',
  'step_up_failed',
  'second_factor_required',
  'second_factor_optional',
  'account_exported',
  'own_data_exported',
  'deletion_requested',
  'deletion_taken_back',
  'platform_key_set',
  'platform_key_removed',
  'platform_paused',
  'platform_resumed',
  'holder_left',
  'destination_created',
  'destination_changed',
  'destination_removed',
  'destination_secret_rotated',
  'destination_enabled',
  'destination_tested',
  'deliveries_replayed',
  'share_link_created',
  'share_link_changed',
  'share_link_revoked',
  'provider_created',
  'provider_changed',
  'provider_removed',
  'sso_sign_in',
  'sso_refused',
  'identity_linked',
  'identity_removed',
  'sso_required',
  'sso_optional',
  'break_glass_sign_in',
  'password_marked',
  'password_unmarked',
  'feed_created',
  'feed_revoked',
  'projects_limited',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

/**
 * What a worker does for one project: reads its answers again as its names changed, as the rules did, or for the sake
 * of the judge alone; looks through its candidates.
 */
export const PROJECT_TASKS = ['names', 'rules', 'judge', 'discovery'] as const;
export type ProjectTaskName = (typeof PROJECT_TASKS)[number];

/** What is remembered of a project because its numbers may differ from then on. */
export const PROJECT_CHANGES = [
  'prompt_added',
  'prompt_archived',
  'prompt_reworded',
  'prompt_activated',
  'prompt_deactivated',
  'competitor_tracked',
  'competitor_removed',
  'competitor_renamed',
  'names_changed',
  'platforms_changed',
  'monitoring_paused',
  'monitoring_resumed',
  'answers_read_again',
  'wording_changed',
  'market_changed',
  'note',
  'repeats_changed',
  'judge_changed',
] as const;
export type ProjectChangeKind = (typeof PROJECT_CHANGES)[number];

/** How far a question for a brand's competitors is: it waits for a worker, is with a platform, or has ended. */
export const COMPETITOR_QUESTION_STATES = ['queued', 'asking', 'answered', 'failed'] as const;
export type CompetitorQuestionState = (typeof COMPETITOR_QUESTION_STATES)[number];

/** What a destination is: a program's address, a channel of Slack or what takes its messages, a person's mail. */
export const DESTINATION_KINDS = ['webhook', 'slack', 'mail'] as const;
export type DestinationKind = (typeof DESTINATION_KINDS)[number];

/** A disabled destination is sent nothing until people enable it. */
export const DESTINATION_STATES = ['active', 'disabled'] as const;
export type DestinationState = (typeof DESTINATION_STATES)[number];

/** A delivery is `waiting` until it is delivered, has failed for good, or is dropped with what it was for. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why an attempt did not deliver. */
export const DELIVERY_FAULTS = [
  'address_not_allowed',
  'name_not_found',
  'no_connection',
  'tls',
  'timed_out',
  'closed',
  'too_large',
  'unreadable',
  'status',
  'secret_unreadable',
  'mail_server',
  'recipient_refused',
  'sender_refused',
] as const;
export type DeliveryFault = (typeof DELIVERY_FAULTS)[number];

/** What happens that receivers are told, as the wire names it. */
export const EVENT_TYPES = [
  'alert.opened',
  'alert.acknowledged',
  'alert.resolved',
  'report.ready',
  'project.day_closed',
  'destination.failing',
  'destination.disabled',
  'destination.test',
  'person.gone',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What alerts are about. */
export const ALERT_KINDS = [
  'visibility_changed',
  'rival_overtook',
  'rival_passed',
  'share_of_voice_changed',
  'sentiment_changed',
  'prompt_lost',
  'candidate_found',
  'source_found',
  'platform_silent',
  'credits_low',
  'credits_used_up',
  'destination_disabled',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

/** An alert that is acknowledged is told no more; a resolved one is over. */
export const ALERT_STATES = ['open', 'acknowledged', 'resolved'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/**
 * How an alert ended: what it told is made up for, has lasted for so long that it is the new state, is gone from a new
 * analysis, was ended by people, is of what is no longer watched, or is told by a wider alert.
 */
export const ALERT_RESOLUTIONS = ['recovered', 'settled', 'recounted', 'by_hand', 'gone', 'joined'] as const;
export type AlertResolution = (typeof ALERT_RESOLUTIONS)[number];

/** How much evidence an alert takes. */
export const ALERT_SENSITIVITIES = ['eager', 'standard', 'cautious'] as const;
export type AlertSensitivity = (typeof ALERT_SENSITIVITIES)[number];

/** Which way a series moved. */
export const ALERT_DIRECTIONS = ['up', 'down'] as const;
export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

/** The files of a project that an address may hold: all but the answers' texts. */
export const FEED_KINDS = [
  'visibility',
  'mentions',
  'citations',
  'sentiment',
  'prompts',
  'competitors',
  'brands',
  'prompts_daily',
] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

/** Days that the period of such a file reaches back from today. */
export const FEED_WINDOWS = ['1d', '7d', '30d', '90d'] as const;
export type FeedWindow = (typeof FEED_WINDOWS)[number];

/** What a link that is shared shows of its project. */
export const SHARED_PARTS = ['overview', 'competitors', 'prompts', 'citations', 'reports', 'answers'] as const;
export type SharedPart = (typeof SHARED_PARTS)[number];

/** Whose search engine a search term was typed into. */
export const SEARCH_TERM_SOURCES = ['google', 'bing'] as const;
export type SearchTermSource = (typeof SEARCH_TERM_SOURCES)[number];

/** What a second factor is asked for: the end of a sign-in, what a session must prove again, a new passkey. */
export const CHALLENGE_PURPOSES = ['sign_in', 'step_up', 'passkey'] as const;

/** What a holder may present beside the password. */
const SECOND_FACTORS = ['totp', 'passkey', 'recovery_code'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];

/** What a browser is sent to a company's provider for. */
export const SSO_PURPOSES = ['sign_in', 'step_up', 'link'] as const;
export type SsoPurpose = (typeof SSO_PURPOSES)[number];

/** What a provider may make of who has no place in the account: never an owner. */
export const PROVISIONED_ROLES = ['viewer', 'member'] as const;
export type ProvisionedRole = (typeof PROVISIONED_ROLES)[number];

/** Address of the demo's account, which is no customer's. */
export const DEMO_EMAIL = 'demo@example.com';

/**
 * How often a judge is asked about a tone: `unsure`, where the rules say `neutral` or a weak `mixed`; `often`, where
 * they are wrong in more than a tenth of labelled answers of the kind too; `every`, wherever the brand is named.
 */
export const JUDGE_ASKS = ['unsure', 'often', 'every'] as const;
export type JudgeAsk = (typeof JUDGE_ASKS)[number];

/** How often reports of a schedule are made: on Mondays, or on the first of each month. */
export const REPORT_CADENCES = ['weekly', 'monthly'] as const;
export type ReportCadence = (typeof REPORT_CADENCES)[number];

/** What has become of a report. */
export const REPORT_STATES = ['waiting', 'ready', 'failed'] as const;
export type ReportState = (typeof REPORT_STATES)[number];

/** Why a report has no PDF: its letters are in none of the fonts, or it could not be drawn within its bounds. */
export const WITHOUT_PDF = ['letters', 'bounds'] as const;
export type WithoutPdf = (typeof WITHOUT_PDF)[number];
