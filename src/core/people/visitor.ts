/** The browser that a request comes from, as it is remembered with sessions and events. */
export interface Visitor {
  /** The address, or of an IPv6 address its network of 64 bits. */
  network: string;
  /** As sent, at most {@link USER_AGENT_MAX} characters. */
  userAgent: string;
}

export const USER_AGENT_MAX = 300;

/** Of the operator's commands. */
export const OPERATOR_VISITOR: Visitor = { network: 'operator', userAgent: '' };

/** As a row keeps it: no longer than its bound, without NUL and lone surrogates. */
export function toVisitor(network: string, userAgent: string | undefined): Visitor {
  const text = (userAgent ?? '').slice(0, USER_AGENT_MAX).replaceAll('\0', '').toWellFormed();
  return { network, userAgent: text };
}
