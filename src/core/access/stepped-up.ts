import type { Caller } from '../context.js';
import { ProofRequired } from '../errors.js';

/** Signing in, and stepping up, let a session change keys, people and factors for so long. */
const STEPPED_UP_MINUTES = 10;

/** Whether the holder of session `s` proved who it is lately, on the database's clock. */
export const IS_STEPPED_UP = `s.stepped_up_at > now() - interval '${STEPPED_UP_MINUTES} minutes'`;

/** Whether holder `h` has a second factor. */
export const HAS_SECOND_FACTOR = `(
       exists (
         select
         from totp_factor t
         where t.account_id = $1 and t.holder_id = h.id and t.confirmed_at is not null
       ) or exists (
         select
         from passkey p
         where p.account_id = $1 and p.holder_id = h.id
       )
     )`;

/**
 * Refuses a session whose holder has not proved who it is for ten minutes: somebody else may sit there. Keys, the
 * operator and workers have no session.
 * @throws ProofRequired STEP_UP_REQUIRED.
 */
export function refuseUnlessSteppedUp(caller: Caller): void {
  if (caller.kind !== 'holder' || caller.isSteppedUp) return;
  throw new ProofRequired('STEP_UP_REQUIRED', 'Confirm your identity first: POST /dashboard/session/step-up');
}

/** What a session of a holder who lacks a required second factor gets. */
export function withoutFactor(): ProofRequired {
  return new ProofRequired('SECOND_FACTOR_REQUIRED', 'Your account requires a second factor: add one first');
}
