import type { Factors, Passkey } from '../../api/factors.ts';
import { count, longDay, plural } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import type { Account, SecurityEvent } from './account.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  signInsAndChangesToAccess: 'Sign-ins and changes to access.',
  forEveryoneInTheAccount: 'For everyone in the account',
  yourOwnActivity: 'Your own activity',
  yourAccountRequiresASecond: 'Your account requires a second factor for everyone. Add one here to continue.',
  yourSubscriptionIsInactiveSo: 'Your subscription is inactive, so nothing is asked. ',
  acrossAllProjectsArchive: 'Across all projects. Archive prompts to make room.',
  promptsThatAreAskedDaily: 'Prompts that are asked daily. The others are weekly.',
  apiRequestsToday: 'API requests today',
  acrossAllKeysResetsAtMidnight: 'Across all keys. Resets at midnight UTC.',
  apiRequestsAMinute: 'API requests a minute',
  acrossAllKeysInTheCurrent: 'Across all keys, in the current minute.',
  whereYouAreSignedIn: 'Where you are signed in.',
  aSessionEndsAfter7DaysWithout: 'A session ends after 7 days without use, and after 30 days at the latest.',
  endAllOthers: 'End all others',
  eachPromptCanHaveItsOwn: 'Each prompt can have its own. Existing prompts keep theirs.',
  onlyOwnersCanChangeTheName: 'Only owners can change the name and the cadence.',
  howOftenNewPromptsAreAsked: 'How often new prompts are asked, unless the prompt says otherwise.',
  aSixDigitCodeFromAnApp: 'A six-digit code from an app on your phone, new every 30 seconds.',
  addAnApp: 'Add an app',
  addAnAuthenticatorApp: 'Add an authenticator app',
  scanThisCodeWithTheAppOrType: 'Scan this code with the app, or type in the secret. Both are shown only once.',
  theSecretToScan: 'The secret, to scan',
  theSixDigitsShownInTheApp: 'The six digits shown in the app.',
  ifThisIsYourFirstSecondFactor: 'If this is your first second factor, your other sessions end.',
  removeTheAuthenticatorApp: 'Remove the authenticator app?',
  itsCodesStopWorkingWithout: 'Its codes stop working. Without another factor, you sign in with your password alone.',
  yourFingerprintFaceOrPin: 'Your fingerprint, face or PIN, on this device or on a security key.',
  passkeysDoNotWorkAtThisAddress: 'Passkeys do not work at this address. Open the page over https, or at localhost.',
  addAPasskey: 'Add a passkey',
  forExampleTheNameOfTheDevice: 'For example the name of the device. Your browser asks for the rest.',
  youCanNoLongerSign:
    'You can no longer sign in with it. Delete it on the device too, or it will still be offered there.',
  yourRecoveryCodes: 'Your recovery codes',
  keepThemSomewhereYouCanReach:
    'Keep them somewhere you can reach without this device. Each code works once. They are shown only once.',
  createNewRecoveryCodes: 'Create new recovery codes?',
  tenNewCodesReplaceTheOldOnes: 'Ten new codes replace the old ones, which stop working.',
  youNeedItToSignInAndAgain:
    'You need it to sign in, and again before you change keys, people or factors. Adding your first one ends ' +
    'your other sessions.',
  howYouSignInBesides: 'How you sign in besides your password.',
  everyoneInTheAccountNeeds: 'Everyone in the account needs a second factor.',
  stopRequiringIt: 'Stop requiring it',
  aSecondFactorIsOptional: 'A second factor is optional in this account.',
  requireItForEveryone: 'Require it for everyone',
  makeItOptional: 'Make it optional',
  peopleKeepTheFactorsThey: 'People keep the factors they have. Those without one sign in with their password alone.',
  fromTheirNextRequestPeople:
    'From their next request, people without one can only add one. The People page shows who has none.',
  aLinkedCompanyAccount: 'A linked company account signs you in, whatever address you have there.',
  youAreNotLinked: 'You do not sign in by your company yet.',
  notLinkedYet: 'Not linked yet. You sign in at your company once, which sends you back here.',
  sessionsThatItOpenedEnd: 'Sessions that it opened end. A verified address may link you again.',
  yourPasswordIsChanged: 'Your password is changed. You are signed out everywhere else.',
  yourDataIsYours: 'You can take it with you.',
  archivesHoldFiles: 'A zip archive of text files (NDJSON), with a description. It leaves out passwords and keys.',
  whatIsKeptOfYou: 'Your profile, sessions, browsers and activity.',
  allOfTheAccount: 'Everything of the account: people, projects, prompts, answers, runs and numbers.',
  onlyOwnersCanDownloadTheAccount: 'Only owners can download everything of the account.',
  downloadYourData: 'Download your data',
  downloadTheAccount: 'Download the account',
  anAccountIsDeletedForGood: 'Everything in it is deleted for good, 7 days after you ask.',
  untilThenItCanBeTakenBack:
    'At once its API keys are refused and nothing is asked. Until it is deleted, any owner can take it back.',
  deleteTheAccount: 'Delete the account',
  deleteThisAccount: 'Delete this account?',
  downloadItFirst:
    'Projects, prompts, answers, numbers and people go. Download the account first if you need any of it.',
  youCanLeaveForGood: 'You can leave the account for good.',
  whatYouMadeStays:
    'Your name, address, sessions and second factors are deleted at once. What you made stays, under “a former member”.',
  leaveTheAccount: 'Leave the account',
  leaveThisAccount: 'Leave this account?',
  youCannotComeBack: 'Download your data first if you need it. To come back, you have to be invited again.',
  aLastOwnerStays: 'The last owner cannot leave: make someone else an owner first, or delete the account.',
  aFormerMember: 'A former member',
  theDownloadHasBegun: 'The download has begun.',
  changingYourPasswordSigns: 'Changing your password signs you out everywhere else.',
} as const;

const TIER_NAMES = { STARTER: 'Starter', PROFESSIONAL: 'Professional', AGENCY: 'Agency' } as const;
export const CADENCE_NAMES = { DAILY: 'daily', WEEKLY: 'weekly' } as const;

/** The plan, and how much of the month's credits is left. */
export function planFinding({ tier, limits, usage }: Pick<Account, 'tier' | 'limits' | 'usage'>): string {
  if (!usage) return `The ${TIER_NAMES[tier]} plan.`;
  const left = `${count(usage.creditsRemaining)} of ${count(limits.creditsPerMonth)} credits`;
  return `${TIER_NAMES[tier]}: ${left} are left this month.`;
}

const BROWSERS = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;
const TEXT_MAX = 60;

/** A browser by its name and system, as far as it tells; else what it called itself. */
export function browserOf(userAgent: string): string {
  const browser = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  if (browser === undefined) return userAgent === '' ? 'unknown' : userAgent.slice(0, TEXT_MAX);
  return system === undefined ? browser : `${browser} on ${system}`;
}

type Told = Pick<SecurityEvent, 'kind' | 'holderId' | 'detail'>;

/** What a sentence needs: a detail of the event, and whom it happened to. */
interface Parts {
  of: (name: string) => string;
  /** Who it happened to, where that is not who did it; else `fallback`. */
  whom: (fallback: string) => string;
}

const FACTORS: Readonly<Record<string, string>> = {
  totp: 'an authenticator app',
  passkey: 'a passkey',
  recovery_code: 'a recovery code',
  password: 'the password',
  provider: 'their company',
  all: 'all second factors',
};

const factor = ({ of }: Parts) => FACTORS[of('factor')] ?? 'a second factor';

/** Each kind as what somebody did; who did it stands beside it. */
const SENTENCES: Readonly<Record<SecurityEvent['kind'], (parts: Parts) => string>> = {
  SIGN_IN: (parts) => (parts.of('factor') === '' ? 'Signed in' : `Signed in with ${factor(parts)}`),
  SIGN_IN_FAILED: () => 'Wrong password',
  SIGN_OUT: () => 'Signed out',
  SESSION_ENDED: ({ of, whom }) => `Ended ${plural(Number(of('sessions') || 1), 'session')}${whom('')}`,
  PASSWORD_CHANGED: () => 'Set a password',
  RESET_REQUESTED: ({ whom }) => `Requested a password reset${whom('')}`,
  LINK_USED: ({ of }) => (of('purpose') === 'invitation' ? 'Accepted an invitation' : 'Used a password reset link'),
  INVITED: ({ of, whom }) => `Invited${whom(' someone').replace(' of ', ' ')} as ${of('role')}`,
  ROLE_CHANGED: ({ of, whom }) => `Changed the role${whom('')} from ${of('from')} to ${of('to')}`,
  PROJECTS_LIMITED: ({ of, whom }) => {
    const seen = of('projects') === 'all' ? 'all projects' : 'some projects alone';
    return `Gave${whom(' someone').replace(' of ', ' ')} ${seen} to see`;
  },
  HOLDER_DISABLED: (parts) => `Disabled${parts.whom(' someone').replace(' of ', ' ')}${whatStays(parts)}`,
  KEY_CREATED: ({ of }) => `Created the API key ${of('name')}`.trim(),
  KEY_REVOKED: () => 'Revoked an API key',
  LIMITS_HIT: () => 'Too many wrong passwords or codes',
  FACTOR_ADDED: (parts) => `Added ${factor(parts)}`,
  FACTOR_REMOVED: (parts) => `Removed ${factor(parts)}${parts.whom('')}`,
  FACTOR_FAILED: (parts) => `Right password, wrong second factor${why(parts)}`,
  RECOVERY_CODE_USED: () => 'Used a recovery code',
  RECOVERY_CODES_RENEWED: () => 'Created new recovery codes',
  STEPPED_UP: (parts) => `Confirmed their identity with ${factor(parts)}`,
  STEP_UP_FAILED: (parts) => `Failed to confirm their identity${why(parts)}`,
  SECOND_FACTOR_REQUIRED: () => 'Required a second factor for everyone',
  SECOND_FACTOR_OPTIONAL: () => 'No longer required a second factor',
  ACCOUNT_EXPORTED: () => 'Exported the account',
  OWN_DATA_EXPORTED: () => 'Exported their own data',
  DELETION_REQUESTED: () => 'Asked to delete the account',
  DELETION_TAKEN_BACK: () => 'Took the account back',
  PLATFORM_KEY_SET: ({ of }) => `Stored a key of ${platformName(of('platform'))}`,
  PLATFORM_KEY_REMOVED: ({ of }) => `Removed the stored key of ${platformName(of('platform'))}`,
  PLATFORM_PAUSED: ({ of }) => `Paused ${platformName(of('platform'))}${pauseTime(Number(of('minutes')))}`,
  HOLDER_LEFT: (parts) => `Left the account${whatStays(parts)}`,
  DESTINATION_CREATED: ({ of }) => `Added the destination ${of('name')}`.trim(),
  DESTINATION_CHANGED: ({ of }) => `Changed the destination ${of('name')}`.trim(),
  DESTINATION_REMOVED: ({ of }) => `Removed the destination ${of('name')}`.trim(),
  DESTINATION_SECRET_ROTATED: ({ of }) => `Rotated the secret of the destination ${of('name')}`.trim(),
  DESTINATION_ENABLED: ({ of }) => `Enabled the destination ${of('name')}`.trim(),
  DESTINATION_TESTED: ({ of }) => `Tested the destination ${of('name')}`.trim(),
  DELIVERIES_REPLAYED: ({ of }) => `Sent ${plural(Number(of('deliveries') || 1), 'event')} again to ${of('name')}`,
  SHARE_LINK_CREATED: ({ of }) => `Created a share link${of('password') === 'yes' ? ' with a password' : ''}`,
  SHARE_LINK_CHANGED: () => 'Changed a share link',
  SHARE_LINK_REVOKED: () => 'Revoked a share link',
  FEED_CREATED: ({ of }) => `Created a feed of ${of('kind') || 'a project'}`,
  FEED_REVOKED: () => 'Revoked a feed',
  PLATFORM_RESUMED: ({ of }) => `Resumed ${platformName(of('platform'))}`,
  PROVIDER_CREATED: ({ of }) => `Added the company sign-in ${of('provider')}`,
  PROVIDER_CHANGED: ({ of }) => `Changed the company sign-in ${of('provider')}`,
  PROVIDER_REMOVED: ({ of }) => `Removed the company sign-in ${of('provider')}`,
  SSO_SIGN_IN: ({ of }) => `Signed in by ${of('provider')}`,
  SSO_REFUSED: ({ of }) => refusalWords(of('reason'), of('provider')),
  IDENTITY_LINKED: ({ of, whom }) => `Linked to ${of('provider')}${whom('')}`,
  IDENTITY_REMOVED: ({ whom }) => `Removed a company link${whom('')}`,
  SSO_REQUIRED: ({ of }) => `Required ${of('provider')} to sign in`,
  SSO_OPTIONAL: ({ of }) => `No longer required ${of('provider')} to sign in`,
  BREAK_GLASS_SIGN_IN: ({ of }) => `Signed in by password though ${of('provider')} is required`,
  PASSWORD_MARKED: ({ whom }) => `Kept the password working${whom('')}`,
  PASSWORD_UNMARKED: ({ whom }) => `No longer kept the password working${whom('')}`,
};

/** Why nobody was let in, for owners: with the provider's own fault by its word. */
function refusalWords(reason: string, provider: string): string {
  if (reason === 'password') return `Right password, but ${provider} is required`;
  return `Refused a sign-in by ${provider || 'a company'}: ${reason.replaceAll('_', ' ')}`;
}

function platformName(word: string): string {
  return PLATFORMS.find((platform) => platform.word === word)?.name ?? 'a platform';
}

/** @param minutes 0 for a pause without an end. */
function pauseTime(minutes: number): string {
  if (minutes === 0) return '';
  return minutes % 60 === 0 ? ` for ${plural(minutes / 60, 'hour')}` : ` for ${plural(minutes, 'minute')}`;
}

/** Share links and destinations that a person made who is there no more: they go on. */
function whatStays({ of }: Parts): string {
  const links = Number(of('share_links'));
  const destinations = Number(of('destinations'));
  const parts = [
    ...(links > 0 ? [plural(links, 'share link')] : []),
    ...(destinations > 0 ? [plural(destinations, 'destination')] : []),
  ];
  return parts.length === 0 ? '' : `; ${parts.join(' and ')} of theirs stay`;
}

function why({ of }: Parts): string {
  return of('why') === '' ? '' : `: ${of('why')}`;
}

/** An event in plain words. @param nameOf a person by identifier; undefined for nobody of the account. */
export function eventWords(event: Told, nameOf: (id: string) => string | undefined): string {
  const of = (name: string) => event.detail.find((one) => one.name === name)?.value ?? '';
  const whom = (fallback: string) => {
    const id = of('of');
    return id === '' || id === event.holderId ? fallback : ` of ${nameOf(id) ?? 'a former member'}`;
  };
  return SENTENCES[event.kind]({ of, whom });
}

type Held = Pick<Factors, 'totp_since' | 'passkeys'>;

export function hasFactor({ totp_since, passkeys }: Held): boolean {
  return totp_since !== null || passkeys.length > 0;
}

/** What lets somebody in, as a sentence. */
export function factorFinding(held: Held): string {
  const parts = [
    ...(held.totp_since === null ? [] : ['a code from your app']),
    ...(held.passkeys.length === 0 ? [] : [held.passkeys.length === 1 ? 'your passkey' : 'one of your passkeys']),
  ];
  if (parts.length === 0) return 'You sign in with your password alone.';
  return `You sign in with your password and ${parts.join(' or ')}.`;
}

/** When a passkey was added and last used. */
export function passkeyNote({ created_at, last_used_at }: Pick<Passkey, 'created_at' | 'last_used_at'>): string {
  const used = last_used_at === null ? 'never used' : `last used ${longDay(last_used_at)}`;
  return `Added ${longDay(created_at)}, ${used}`;
}

/** How many recovery codes are left, and what to do about few. */
export function codesNote(left: number): string {
  if (left === 0) return 'None left. Create new ones, or losing your other factors locks you out.';
  return `${plural(left, 'code')} left. Each works once, if you lose your other factors.`;
}
