/** A table whose rows belong to accounts: what an export has of it, and how its rows are walked in order. */
export interface AccountTable {
  readonly table: string;
  /** What its rows are, for who reads an export. */
  readonly holds: string;
  /** The primary key after the account, each column with its type; empty where an account has one row. */
  readonly key: readonly string[];
  /** What an export has of a row; the account's id is that of the archive. */
  readonly columns: readonly string[];
  /** What an export leaves out, and why. */
  readonly withheld: { readonly columns: readonly string[]; readonly why: string } | null;
  /** How a row is known to be of the person `$2`; null where it is of the whole account. */
  readonly ofPerson: string | null;
  /** Rows that are read at once. */
  readonly pageRows: number;
}

/** Rows without long texts. */
const PAGE_ROWS = 1_000;
/** Rows that may hold a text of a megabyte. */
const LONG_ROWS = 20;

const IS_SECRET = 'A secret, or what one is verified with.';
const OF_HOLDER = 't.holder_id = $2';
const FACT = ['project_id uuid', 'analysis_id uuid', 'bucket_date date', 'answer_id uuid'];
const DAY = ['project_id uuid', 'analysis_id uuid', 'bucket_date date', 'platform text'];

/**
 * Every table whose rows belong to accounts; one comes after those that it refers to. Columns are listed, not taken
 * from the schema, so that a new one leaves in an export only once it was looked at.
 */
export const ACCOUNT_TABLES: readonly AccountTable[] = [
  of('account', 'The account and its plan.', [], 'account_id name email tier subscription cadence created_at', {
    more: 'updated_at second_factor_required is_operator',
  }),
  of('account_deletion', 'When the account is deleted, where that was asked for.', [], 'requested_at delete_at', {
    more: 'requested_by subscription_before removing_since',
  }),
  of('holder', 'The people of the account.', ['id uuid'], 'id email name role password_set_at disabled_at', {
    more: 'project_ids may_use_password created_at updated_at',
    withheld: 'password_hash',
    ofPerson: 't.id = $2',
  }),
  of('session', 'Browsers that people are or were signed in with.', ['id uuid'], 'holder_id created_at last_seen_at', {
    more: 'expires_at ended_at stepped_up_at network user_agent provider_id is_multi_factor',
    withheld: 'id token_hash',
    ofPerson: OF_HOLDER,
  }),
  of('known_device', 'Browsers that people signed in with before.', ['id uuid'], 'holder_id created_at last_seen_at', {
    withheld: 'id token_hash',
    ofPerson: OF_HOLDER,
  }),
  of('one_time_link', 'Invitations and resets of passwords.', ['id uuid'], 'id holder_id purpose created_at', {
    more: 'expires_at used_at',
    withheld: 'token_hash',
    ofPerson: OF_HOLDER,
  }),
  of('totp_factor', 'Authenticator apps.', ['holder_id uuid'], 'holder_id created_at confirmed_at', {
    withheld: 'secret is_encrypted last_used_step',
    ofPerson: OF_HOLDER,
  }),
  of('passkey', 'Passkeys.', ['id uuid'], 'id holder_id relying_party name created_at last_used_at', {
    withheld: 'credential_id public_key counter',
    ofPerson: OF_HOLDER,
  }),
  of('recovery_code', 'Recovery codes.', ['holder_id uuid', 'code_hash bytea'], 'holder_id created_at used_at', {
    withheld: 'code_hash',
    ofPerson: OF_HOLDER,
  }),
  of('factor_challenge', 'Second factors that were asked for.', ['id uuid'], 'holder_id purpose attempts created_at', {
    more: 'expires_at used_at password_set_at provider_id provider_subject',
    withheld: 'id token_hash session_id device_id passkey_challenge',
    ofPerson: OF_HOLDER,
  }),
  of('identity_provider', 'Providers that people sign in by.', ['id uuid'], 'id name issuer client_id links_by_email', {
    more: 'trusts_email provisioned_role is_required created_at updated_at removed_at',
    withheld: 'client_secret is_encrypted',
  }),
  of('provider_domain', 'Domains of addresses that providers speak for.', ['domain text'], 'domain provider_id'),
  of('holder_identity', 'Who people are at providers.', ['id uuid'], 'id holder_id provider_id subject created_at', {
    more: 'last_used_at',
    ofPerson: OF_HOLDER,
  }),
  of('sso_flow', 'Sign-ins by a provider that were begun.', ['id uuid'], 'provider_id purpose holder_id return_to', {
    more: 'created_at expires_at used_at',
    withheld: 'id token_hash state_hash nonce code_verifier session_id',
    ofPerson: OF_HOLDER,
  }),
  of('dashboard_budget', 'What people asked in the last minute.', [], 'minute_started_at minute_count', {
    more: 'holder_counts admitted',
  }),
  of('security_event', 'What happened to the access of the account.', ['id uuid'], 'id at holder_id kind network', {
    more: 'user_agent detail',
    ofPerson: `(t.holder_id = $2 or t.detail ->> 'of' = $2::text)`,
  }),
  of('api_key', 'API keys.', ['id uuid'], 'id prefix name description access created_at last_used_at', {
    more: 'request_count revoked_at',
    withheld: 'key_hash',
  }),
  of('request_budget', 'What keys asked in the last minute and day.', [], 'minute_started_at minute_count day_date', {
    more: 'day_count admitted',
  }),
  of('judge_use', 'What the model that judges was asked, by day.', ['day date'], 'day calls cost_micro_usd granted', {
    more: 'refused reserved_micro_usd',
  }),
  of(
    'idempotency_record',
    'Responses kept for a day for requests that are repeated.',
    ['method text', 'path text', 'key text'],
    'method path key body_hash status body created_at',
    { pageRows: LONG_ROWS },
  ),
  of(
    'project',
    'Projects, archived ones included.',
    ['id uuid'],
    'id name brand_name aliases website_url favicon_url',
    {
      more: `description target_country main_topic platforms monitoring_frequency repeats auto_discover_competitors
      is_active is_paused judge_applied_at archived_at created_at updated_at`,
      pageRows: LONG_ROWS,
    },
  ),
  of('market', 'Places that prompts are asked in.', ['id uuid'], 'id project_id name country language region city', {
    more: 'archived_at created_at',
  }),
  of('share_link', 'Links that show parts of a project.', ['id uuid'], 'id project_id name shows password_set_at', {
    more: `created_by created_at expires_at revoked_at visit_count last_visited_at minute_started_at minute_count
      day_date day_count admitted`,
    withheld: 'token_hash password_hash',
  }),
  of('share_visit', 'Browsers that such links were opened with.', ['id uuid'], 'link_id created_at expires_at', {
    more: 'password_set_at',
    withheld: 'id token_hash',
  }),
  of('feed', 'Files of projects at addresses of their own.', ['id uuid'], 'id project_id name kind rolling_window', {
    more: `platforms prompt_filter ending created_by created_at revoked_at last_used_at request_count charged_at
      charged_version repeat_count`,
    withheld: 'token_hash',
  }),
  of('prompt', 'Prompts, archived ones included.', ['id uuid'], 'id project_id prompt_text text_hash platforms', {
    more: `market_id monitoring_frequency category tags wording_of stage persona is_active archived_at created_at
      updated_at`,
  }),
  of('competitor', 'Competitors, removed ones included.', ['id uuid'], 'id project_id name aliases website_url', {
    more: 'description discovery_method is_active removed_at created_at updated_at',
  }),
  of('competitor_candidate', 'Names that answers suggest as competitors.', ['id uuid'], 'id project_id name name_key', {
    more: 'competitor_id created_at dismissed_at',
  }),
  of(
    'project_change',
    'What changed in projects.',
    ['project_id uuid', 'at timestamptz', 'id uuid'],
    'project_id at id kind text',
  ),
  of(
    'project_task',
    'What workers are to do for projects.',
    ['project_id uuid', 'task text'],
    'project_id task due_at asked_at not_before fence',
  ),
  of('prompt_schedule', 'When prompts are asked next.', ['prompt_id uuid'], 'prompt_id next_at'),
  of('monitoring_month', 'Credits used, by month.', ['month date'], 'month credits_used tail_at unanswered'),
  of(
    'run',
    'Each time that a prompt was to be asked of a platform.',
    ['prompt_id uuid', 'platform text', 'period_date date', 'occasion smallint'],
    `prompt_id platform period_date occasion project_id state reason message queue_at not_before expires_at claim_no
      attempts lease_until worker credit_month planned_at started_at finished_at answer_id bucket_date model
      request_version searches cost_microusd`,
  ),
  of('competitor_question', "Questions for a brand's competitors.", ['id uuid'], 'id brand_name website_url question', {
    more: `country platforms state asked_at begun_at platform model answer suggestions message cost_microusd`,
    pageRows: LONG_ROWS,
  }),
  of(
    'served_model',
    'Models that answered.',
    ['project_id uuid', 'platform text', 'model text'],
    'project_id platform model first_at',
  ),
  of(
    'served_method',
    'Ways of asking that answers came by.',
    ['project_id uuid', 'platform text', 'request_version smallint'],
    'project_id platform request_version first_at',
  ),
  of(
    'search_term',
    "Search terms of the customer's own site.",
    ['project_id uuid', 'source text', 'term_hash bytea'],
    'project_id source term clicks impressions position first_day last_day stage term_hash lead_hash',
  ),
  of('alert', 'What the service told by itself.', ['id uuid'], 'id project_id kind series direction state resolution', {
    more: `evidence parts recovered_checks revision opened_on opened_at acknowledged_at acknowledged_by resolved_at
      updated_at`,
    pageRows: LONG_ROWS,
  }),
  of(
    'alert_series',
    'What is watched, and what was seen of it.',
    ['project_id uuid', 'series text'],
    'project_id series held direction since known',
  ),
  of(
    'alert_check',
    'Days that were checked for alerts.',
    ['project_id uuid', 'day date'],
    'project_id day analysis_id opened learning checked_at',
  ),
  of('account_check', 'The last hour that was checked for alerts of the account.', [], 'hour'),
  of(
    'alert_settings',
    'What projects have alerts of.',
    ['project_id uuid'],
    'project_id sensitivity min_points kinds',
    {
      more: 'competitor_ids muted_until updated_at',
    },
  ),
  of('notification', 'How people want to be told.', ['holder_id uuid'], 'holder_id time_zone quiet_from quiet_to', {
    more: 'quiet_days is_immediate has_digest kinds project_ids updated_at',
    ofPerson: OF_HOLDER,
  }),
  of('analysis', 'Versions of the rules and names that answers were read with.', ['id uuid'], 'id project_id version', {
    more: `subjects created_at judge judge_chosen_at former_judges answers_read answers_total judge_withheld
      judge_withheld_on`,
    pageRows: LONG_ROWS,
  }),
  of('analysis_selection', 'The analysis that numbers are of.', ['project_id uuid'], 'project_id analysis_id', {
    more: 'former_judges',
  }),
  of(
    'analysis_attempt',
    'Analyses under way.',
    ['project_id uuid'],
    'project_id id names version unfinished begun_at told_at',
  ),
  of(
    'sentiment_verdict',
    'Verdicts of the model that judges.',
    ['project_id uuid', 'key bytea'],
    'project_id key judge sentiment evidence_start evidence_end judged_at is_named',
  ),
  of(
    'answer_receipt',
    'Identifiers that imported answers came with.',
    ['project_id uuid', 'external_id text'],
    'project_id external_id answer_id',
  ),
  of(
    'answer',
    'Answers of platforms, with their sources.',
    ['project_id uuid', 'bucket_date date', 'id uuid'],
    `project_id bucket_date id platform model prompt_id market_id question text citations is_truncated answered_at
      received_at`,
    { pageRows: LONG_ROWS },
  ),
  of(
    'answer_search',
    'What platforms searched the web for.',
    ['project_id uuid', 'bucket_date date', 'answer_id uuid', 'ordinal smallint'],
    'project_id bucket_date answer_id ordinal platform query query_hash',
  ),
  of('answer_reading', 'What an analysis read in an answer.', FACT, 'project_id analysis_id bucket_date answer_id', {
    more: `platform answered_at is_brand_named sentiment evidence question_hash sentiment_source
      brand_decided_by text_length rules_sentiment is_left_to_rules`,
  }),
  of(
    'answer_mention',
    'Names that an analysis found in an answer, and where.',
    [...FACT, 'subject_id uuid'],
    `project_id analysis_id bucket_date answer_id subject_id platform answered_at mention_count spans position
      decided_by`,
  ),
  of(
    'answer_citation',
    'Sources of an answer.',
    [...FACT, 'ordinal integer'],
    'project_id analysis_id bucket_date answer_id ordinal platform answered_at domain url title',
  ),
  of(
    'answer_correction',
    'What people corrected in answers.',
    ['project_id uuid', 'answer_id uuid'],
    'project_id answer_id bucket_date sentiment evidence names found corrected_by corrected_at',
  ),
  of('daily_response', 'Responses by day.', DAY, 'project_id analysis_id bucket_date platform response_count', {
    more: 'brand_mention_count positive neutral negative mixed no_rule',
  }),
  of(
    'daily_model_response',
    'Responses by day and model.',
    [...DAY, 'model text'],
    'project_id analysis_id bucket_date platform model response_count brand_mention_count',
  ),
  of(
    'daily_question_response',
    'Responses by day and question.',
    [...DAY, 'question_hash bytea'],
    `project_id analysis_id bucket_date platform question_hash response_count brand_mention_count brand_first_count
      brand_early_count brand_ranked_count brand_rank_sum`,
  ),
  of(
    'daily_question_mention',
    'Names by day and question.',
    [...DAY, 'question_hash bytea', 'subject_id uuid'],
    `project_id analysis_id bucket_date platform question_hash subject_id response_count first_count early_count
      ranked_count rank_sum`,
  ),
  of(
    'daily_mention',
    'Names by day.',
    [...DAY, 'subject_id uuid'],
    `project_id analysis_id bucket_date platform subject_id mention_count response_count first_seen_at
      last_seen_at`,
  ),
  of(
    'daily_citation',
    'Cited domains by day.',
    [...DAY, 'domain text'],
    `project_id analysis_id bucket_date platform domain citation_count response_count first_seen_at last_seen_at
      brand_response_count competitor_response_count competitor_alone_count`,
  ),
  of(
    'daily_citation_url',
    'Cited pages by day.',
    [...DAY, 'domain text', 'url_hash bytea'],
    `project_id analysis_id bucket_date platform domain url_hash url citation_count brand_response_count
      competitor_response_count competitor_alone_count first_seen_at last_seen_at`,
  ),
  of(
    'mention_total',
    'Names in all answers.',
    ['project_id uuid', 'analysis_id uuid', 'subject_id uuid'],
    'project_id analysis_id subject_id mention_count first_seen_at last_seen_at',
  ),
  of(
    'destination',
    'Where events are delivered to, removed ones included.',
    ['id uuid'],
    'id kind name url holder_id address',
    {
      more: `events kinds project_ids state failures failing_since resting_until warned_at disabled_at last_fault
      payload_version former_until created_by created_at updated_at removed_at`,
      withheld: 'secret former_secret is_encrypted',
      ofPerson: OF_HOLDER,
    },
  ),
  of(
    'event',
    'What happened and was delivered.',
    ['id uuid', 'day date'],
    'id day at type alert_kind project_id data',
    {
      pageRows: LONG_ROWS,
    },
  ),
  of('delivery', 'Events on their way to a destination.', ['id uuid', 'day date'], 'id day destination_id event_id', {
    more: 'event_day state due_at attempts claim_no lease_until created_at finished_at',
  }),
  of(
    'delivery_attempt',
    'What came of each attempt to deliver.',
    ['delivery_id uuid', 'day date', 'number smallint'],
    'delivery_id day number at status took_ms fault response_head',
  ),
  of('report_schedule', 'When reports are made.', ['id uuid'], 'id project_id cadence hour time_zone has_pdf next_at', {
    more: 'created_by created_at updated_at removed_at',
  }),
  of('report_recipient', 'Whom reports are mailed to.', ['id uuid'], 'id schedule_id holder_id address created_at', {
    more: 'unsubscribed_at',
    ofPerson: OF_HOLDER,
  }),
  of('mail_address', 'Addresses that were asked whether they want mail.', ['address text'], 'address asked_at', {
    more: 'expires_at confirmed_at created_at',
    withheld: 'token_hash',
  }),
  of('mail_unsubscription', 'What the links below mails end.', ['token_hash bytea'], 'destination_id schedule_id', {
    more: 'created_at expires_at',
    withheld: 'token_hash',
  }),
  of(
    'report',
    'Reports, as they were made.',
    ['id uuid'],
    'id project_id schedule_id from_date to_date has_pdf state',
    {
      more: `due_at waits_until attempts claim_no lease_until summary document pdf without_pdf created_by created_at
        made_at`,
      pageRows: LONG_ROWS,
    },
  ),
  of('branding', 'How reports look.', [], 'name color logo logo_type reply_to_id updated_at'),
];

interface TableOptions {
  more?: string;
  withheld?: string;
  ofPerson?: string;
  pageRows?: number;
}

function of(
  table: string,
  holds: string,
  key: readonly string[],
  columns: string,
  { more = '', withheld, ofPerson, pageRows = PAGE_ROWS }: TableOptions = {},
): AccountTable {
  return {
    table,
    holds,
    key,
    columns: `${columns} ${more}`.trim().split(/\s+/),
    withheld: withheld === undefined ? null : { columns: withheld.split(' '), why: IS_SECRET },
    ofPerson: ofPerson ?? null,
    pageRows,
  };
}
