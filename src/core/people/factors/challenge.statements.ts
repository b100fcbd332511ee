import { statement } from '../../../database/rows.js';

/** What is asked for is good so long. */
export const CHALLENGE_MINUTES = 5;
/** So many tries at one challenge, good or not. */
export const CHALLENGE_ATTEMPTS = 5;

/** Copies what the password's age is, so that the challenge ends with the password. */
export const SAVE_CHALLENGE = statement<{ expires_at: string }>(
  'save-factor-challenge',
  `insert into factor_challenge (account_id, id, holder_id, purpose, token_hash, session_id, device_id,
     passkey_challenge, password_set_at, expires_at)
   select $1, $3, $2, $4, $5, $6, $7, $8, password_set_at, now() + interval '${CHALLENGE_MINUTES} minutes'
   from holder
   where account_id = $1 and id = $2
   returning expires_at`,
);

/** Of a holder: those that are too old, those of session $3 and purpose $4, and all but the newest $5. */
export const DELETE_CHALLENGES = statement<object>(
  'delete-factor-challenges',
  `delete from factor_challenge
   where account_id = $1 and holder_id = $2 and (
     expires_at < now() or (session_id = $3 and purpose = $4) or id in (
       select id
       from factor_challenge
       where account_id = $1 and holder_id = $2
       order by created_at desc, id
       offset $5
     )
   )`,
);

export const DELETE_ALL_CHALLENGES = statement<object>(
  'delete-all-factor-challenges',
  `delete from factor_challenge
   where account_id = $1 and holder_id = $2`,
);

/** Of all accounts, for the upkeep. */
export const DELETE_OLD_CHALLENGES = statement<object>(
  'delete-old-factor-challenges',
  `delete from factor_challenge
   where expires_at < now() - interval '1 day'`,
);

const IS_GOOD = `c.used_at is null and c.expires_at > now() and h.disabled_at is null
     and h.password_set_at is not distinct from c.password_set_at`;

export interface ChallengeRow {
  id: string;
  holder_id: string;
  device_id: string | null;
  passkey_challenge: Buffer;
}

/** Of a browser that signs in, while it is good. */
export const FIND_CHALLENGE = statement<ChallengeRow>(
  'find-factor-challenge',
  `select c.id, c.holder_id, c.device_id, c.passkey_challenge
   from factor_challenge c
   join holder h on h.account_id = $1 and h.id = c.holder_id
   where c.account_id = $1 and c.token_hash = $2 and c.purpose = 'sign_in' and c.attempts < ${CHALLENGE_ATTEMPTS}
     and ${IS_GOOD}`,
);

/** Counted before the factor is looked at, so that no more are tried at once. */
export const COUNT_ATTEMPT = statement<object>(
  'count-attempt-at-factor-challenge',
  `update factor_challenge
   set attempts = attempts + 1
   where account_id = $1 and id = $2 and attempts < ${CHALLENGE_ATTEMPTS}
   returning id`,
);

/** A challenge is good once. */
export const USE_CHALLENGE = statement<object>(
  'use-factor-challenge',
  `update factor_challenge c
   set used_at = now()
   from holder h
   where c.account_id = $1 and c.id = $2 and h.account_id = $1 and h.id = c.holder_id and ${IS_GOOD}
   returning c.id`,
);

/** Of a session, which has one at a time of each purpose: gone with its first try, good or not. */
export const TAKE_CHALLENGE = statement<{ passkey_challenge: Buffer }>(
  'take-factor-challenge',
  `delete from factor_challenge
   where account_id = $1 and session_id = $2 and purpose = $3 and expires_at > now()
   returning passkey_challenge`,
);
