import { callFor } from './call.ts';

/** Sends the browser to the provider that opened the session, to prove who it is, and back here. @throws Refused */
export async function proveAtCompany(): Promise<void> {
  // Below the dashboard, as the service takes it.
  const here = `${location.pathname}${location.search}`.replace(/^\/dashboard/, '');
  const { url } = await callFor<{ url: string }>('POST', '/dashboard/sso/step-up', { return_to: here });
  location.assign(url);
}
