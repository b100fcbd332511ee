import { count, longDay, plural } from '../../format.ts';
import type { Person, Provider, Role, Viewer } from './people.data.ts';

/** What is said whatever the numbers are. */
export const WORDS = {
  inviteAPerson: 'Invite a person',
  usedToSignInAnAddressCanBelong: 'Used to sign in. An address can belong to one account only.',
  theLinkSetsANewPassword: 'The link sets a new password and works for an hour. Using it signs them out everywhere.',
  theLinkWorksForSevenDays: 'The link works for seven days and replaces the earlier one.',
  whatYouMayDo: 'What you may do',
  changingYourRoleSignsYouOut: 'Changing your role signs you out everywhere. Only an owner can change it back.',
  changingTheirRoleSignsThemOut: 'Changing their role signs them out everywhere.',
  anOwnerSeesAllProjects: 'An owner sees all projects of the account.',
  projects: 'Projects',
  allProjects: 'All projects',
  onlyTheseProjects: 'Only some projects',
  projectsTheySee: 'Projects they see',
  searchProjects: 'Search projects',
  alsoThoseThatComeLater: 'Those that are added later too.',
  ofOthersTheySeeNothing: 'Nothing of other projects, of people, API keys, destinations and credits.',
  thisHoldsFromTheirNextRequest: 'This holds from their next request. They stay signed in.',
  youAreSignedOutAtOnceOnly: 'You are signed out at once. Only an owner can invite you again.',
  theyLoseAccessFromTheirNext: 'They lose access from their next request. You can invite the same address again.',
  belongToTheAccountAndKeep: 'belong to the account and keep working. Revoke those they knew.',
  noOneElseHasJoinedYetInvite: 'No one else has joined yet. Invite a colleague, who gets a link to choose a password.',
  hideFormerPeople: 'Hide former people',
  requireIt: 'Require it',
  letPasswordsSignIn: 'Let passwords sign in',
  passwordsSignInAgain: 'Passwords sign in again, beside the company sign-in.',
  peopleWithItsAddresses:
    'People with addresses of its domains can sign in only there. Their sessions by password end now. Owners whose ' +
    'password is kept get in with it and their second factor.',
  keepIt: 'Keep password',
  stopKeepingIt: 'Stop keeping it',
  theyGetInWhenTheCompany: 'They get in with password and second factor when the company sign-in does not work.',
  theySignInByTheCompanyAlone: 'They sign in by the company alone where it is required. They are signed out now.',
  removingALinkEnds: 'Removing a link ends the sessions that it opened. A verified address may link them again.',
  noLinksAreLeft: 'No links are left.',
} as const;

export const ROLES: readonly Role[] = ['VIEWER', 'MEMBER', 'OWNER'];

export const ROLE_NAMES: Readonly<Record<Role, string>> = { OWNER: 'Owner', MEMBER: 'Member', VIEWER: 'Viewer' };

/** What a role may do, as a sentence. */
export const ROLE_HINTS: Readonly<Record<Role, string>> = {
  VIEWER: 'Can view and export everything.',
  MEMBER: 'Can also change projects, prompts, competitors and API keys.',
  OWNER: 'Can also manage people and the account.',
};

/** The role, and how many projects somebody is limited to. */
export function roleWords({ role, projectIds }: Pick<Person, 'role' | 'projectIds'>): string {
  const name = ROLE_NAMES[role];
  return projectIds === null ? name : `${name} of ${plural(projectIds.length, 'project')}`;
}

/** How many may sign in, and in which roles. */
export function peopleFinding(people: readonly Pick<Person, 'role'>[]): string {
  const parts = (['OWNER', 'MEMBER', 'VIEWER'] as const).flatMap((role) => {
    const number = people.filter((person) => person.role === role).length;
    return number === 0 ? [] : [plural(number, ROLE_NAMES[role].toLowerCase())];
  });
  const [last = '', ...others] = [...parts].reverse();
  return `${[others.reverse().join(', '), last].filter((part) => part !== '').join(' and ')}.`;
}

/** How many have a second factor. */
export function factorNote(people: readonly Pick<Person, 'hasSecondFactor'>[]): string {
  const having = people.filter(({ hasSecondFactor }) => hasSecondFactor).length;
  if (people.length === 1)
    return having === 1 ? 'With a second factor.' : 'Without a second factor beside the password.';
  if (having === people.length) return 'All of them sign in with a second factor.';
  if (having === 0) return 'None of them has a second factor beside the password.';
  return `${count(having)} of ${count(people.length)} sign in with a second factor.`;
}

type Named = Pick<Person, 'name' | 'role' | 'disabledAt'>;

/** Why this person changes nobody, as a sentence; null where they do. Who is limited to projects sees no owner. */
export function changeBar({ role, account }: Viewer, people: readonly Named[]): string | null {
  if (role === 'OWNER') return account.subscription === 'ACTIVE' ? null : INACTIVE;
  const owners = people.filter((person) => person.role === 'OWNER' && person.disabledAt === null);
  const names = owners.map(({ name }) => name).join(', ');
  return `Only owners invite people and change roles${names === '' ? '' : `: ${names}`}.`;
}

const INACTIVE = 'Your subscription is inactive, so you cannot invite anyone. You can still disable people.';

/** Whether somebody has come in. */
export function stateOf({
  hasJoined,
  createdAt,
  disabledAt,
}: Pick<Person, 'hasJoined' | 'createdAt' | 'disabledAt'>): string {
  if (disabledAt !== null) return `Disabled ${longDay(disabledAt)}`;
  return hasJoined ? 'Active' : `Invited ${longDay(createdAt)}`;
}

/** Whose addresses a provider speaks for, and what it does. */
export function providerNote({ domains, isRequired, provisionedRole }: Provider): string {
  const added = provisionedRole === null ? '' : ` Adds new people as ${ROLE_NAMES[provisionedRole].toLowerCase()}s.`;
  return `${domains.join(', ')}. ${isRequired ? 'Required.' : 'Optional.'}${added}`;
}

/** How somebody comes in where a provider is required of them: without a password. */
export function waysOfProvider({ name, email }: Pick<Person, 'name' | 'email'>, provider: string): string {
  return `${name} signs in with ${provider} as ${email}, and needs no password.`;
}

export function noProjectIs(words: string): string {
  return `No projects match “${words}”.`;
}
