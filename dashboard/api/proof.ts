import { call, callFor } from './call.ts';
import { isRefusedUntil, Refused } from './refused.ts';

/** What the session is to be proved with. */
export interface StepUpRequest {
  methods: readonly ('password' | 'provider' | 'totp' | 'passkey' | 'recovery_code')[];
  /** What `parseRequestOptionsFromJSON` takes, for one try; null without a passkey. */
  passkey: PublicKeyCredentialRequestOptionsJSON | null;
}

export type StepUpProof = { password: string } | { code: string } | { recovery_code: string } | { passkey: unknown };

/** @throws Refused */
export function askHowToStepUp(): Promise<StepUpRequest> {
  return callFor('POST', '/dashboard/session/step-up/challenge');
}

interface Waiting {
  goOn: () => void;
  giveUp: () => void;
}

/** Requests that were refused until somebody proves who they are. */
let waiting: readonly Waiting[] = [];
const watchers = new Set<() => void>();

/**
 * Sends a request; where the service wants to know first that it is still them, somebody is asked, and it is sent
 * again. @throws Refused, also where they give up.
 */
export async function withProof<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    if (!isRefusedUntil(error, 'STEP_UP_REQUIRED')) throw error;
    await proved();
    return send();
  }
}

function proved(): Promise<void> {
  return new Promise((goOn, refuse) => {
    const giveUp = () =>
      refuse(new Refused('FORBIDDEN', 'Nothing was changed, because you did not confirm your identity.'));
    setWaiting([...waiting, { goOn, giveUp }]);
  });
}

function setWaiting(next: readonly Waiting[]): void {
  waiting = next;
  for (const watch of watchers) watch();
}

/** For `useSyncExternalStore`: whether somebody is to be asked. */
export const stepUpStore = {
  watch: (onChange: () => void) => {
    watchers.add(onChange);
    return () => void watchers.delete(onChange);
  },
  isAsked: () => waiting.length > 0,
};

/** Proves it; what waited is sent again. @throws Refused */
export async function stepUp(proof: StepUpProof): Promise<void> {
  await call('POST', '/dashboard/session/step-up', proof);
  const sent = waiting;
  setWaiting([]);
  for (const { goOn } of sent) goOn();
}

/** What waited is refused for good. */
export function giveUpStepUp(): void {
  const sent = waiting;
  setWaiting([]);
  for (const { giveUp } of sent) giveUp();
}
