import type { SecondStep } from './browser-session.ts';
import { callFor } from './call.ts';

interface Sent {
  url: string;
}

/** Sends the browser to the provider of an address's domain, and from there to `back`. @throws Refused */
export async function goToCompany(email: string, back: string): Promise<void> {
  leaveFor(await callFor<Sent>('POST', '/dashboard/sso', { email, return_to: back }));
}

/** Sends the browser to a provider, to be known by it from now on, and back here. @throws Refused */
export async function linkCompany(providerId: string): Promise<void> {
  const body = { provider_id: providerId, return_to: '/account' };
  leaveFor(await callFor<Sent>('POST', '/dashboard/sso/link', body));
}

/** Sends the browser to the provider that opened the session, to prove who it is, and back here. @throws Refused */
export async function proveAtCompany(): Promise<void> {
  // Below the dashboard, as the service takes it.
  const here = `${location.pathname}${location.search}`.replace(/^\/dashboard/, '');
  leaveFor(await callFor<Sent>('POST', '/dashboard/sso/step-up', { return_to: here }));
}

/** What is still asked for after the provider sent the browser back. @throws Refused */
export function getSecondStep(): Promise<SecondStep> {
  return callFor('GET', '/dashboard/session/factor');
}

function leaveFor({ url }: Sent): void {
  location.assign(url);
}
