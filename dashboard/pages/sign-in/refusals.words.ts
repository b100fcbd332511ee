const AGAIN = 'Your sign-in took too long or was already used. Start again.';
const UNREACHABLE = "Your company's sign-in cannot be reached right now. Try again in a moment.";
const NOT_TRUSTED =
  "Your company's sign-in sent an answer that does not hold. Start again; if this continues, ask an owner.";
const NOBODY = 'No one in this account has your address. Ask an owner to invite you.';

/** Why nobody was let in by a company's provider, a sentence each; the service's own words are for owners. */
const SENTENCES: Readonly<Record<string, string>> = {
  flow_unknown: AGAIN,
  flow_over: AGAIN,
  response_state: AGAIN,
  unreachable: UNREACHABLE,
  slow: UNREACHABLE,
  busy: UNREACHABLE,
  too_large: UNREACHABLE,
  redirecting: UNREACHABLE,
  cancelled: 'You cancelled the sign-in at your company, or it did not let you in.',
  provider_removed: 'This company sign-in was removed. Sign in with your password.',
  client_refused: "Your company's sign-in does not accept this service. Ask the service operator.",
  not_linked:
    'Your company account is not linked to anyone here. Sign in with your password, then link it under Account.',
  address_missing: "Your company's sign-in did not tell your email address. Ask who runs it.",
  address_unverified: "Your company's sign-in has not verified your email address. Ask who runs it.",
  address_foreign: 'Your email address there is not one of your company here. Ask an owner.',
  no_person: NOBODY,
  disabled: 'Your access to this account was disabled. Ask an owner.',
  people_full: 'This account has no room for more people. Ask an owner.',
  identities_full: 'You are linked to as many company accounts as possible. Remove one under Account.',
  identity_taken: 'This company account is already linked to someone else.',
  another_required: 'Your account requires another company sign-in for your address.',
  another_person: 'You signed in at your company as someone else, so nothing was confirmed.',
  session_over: 'Your session ended meanwhile. Sign in again.',
};

/** The sentence of a refusal. @param reason as the address has it: an unknown one has a sentence too. */
export function companyRefusal(reason: string): string {
  return SENTENCES[reason] ?? NOT_TRUSTED;
}
