import type { Role } from '../../entities/vocabulary.js';
import type { Caller } from '../context.js';
import { ServiceError } from '../errors.js';

/** Each role may do what those after it may. */
const RANK: Readonly<Record<Role, number>> = { owner: 3, member: 2, viewer: 1 };

/**
 * Refuses a holder whose role only reads, and one whose account's subscription is inactive. Keys, the operator and
 * workers write for the account.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseUnlessMayWrite(caller: Caller): void {
  if (caller.kind !== 'holder') return;
  refuseBelow('member', caller);
  if (caller.subscription !== 'active') {
    throw new ServiceError('FORBIDDEN', 'The subscription is inactive: you can read, but not change anything');
  }
}

/**
 * Refuses all but a holder of at least a role, and the operator, who acts for holders: a leaked key must not create
 * keys or manage people.
 * @param what is refused, in the plural, as the message begins.
 * @throws ServiceError FORBIDDEN.
 */
export function refuseUnlessHolder(caller: Caller, what: string, role: Role = 'viewer'): void {
  switch (caller.kind) {
    case 'operator':
      return;
    case 'holder':
      refuseBelow(role, caller);
      return;
    case 'key':
    case 'worker':
      throw new ServiceError('FORBIDDEN', `${what} are for signed-in account holders only`);
    default:
      caller satisfies never;
      throw new Error('a caller of unknown kind');
  }
}

function refuseBelow(role: Role, caller: Extract<Caller, { kind: 'holder' }>): void {
  if (RANK[caller.role] >= RANK[role]) return;
  const may = caller.role === 'viewer' ? 'is read-only' : 'cannot manage people or the account';
  throw new ServiceError('FORBIDDEN', `Your role, ${caller.role}, ${may}`);
}
