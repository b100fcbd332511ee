declare module 'negotiator' {
  /** What a request accepts, by RFC 9110; the published types lack `preferred`. */
  export default class Negotiator {
    constructor(request: { headers: import('node:http').IncomingHttpHeaders });
    /** The best of `available` by the caller's weights, of equals the first of `preferred`; none that is refused. */
    encoding<Encoding extends string>(
      available: readonly Encoding[],
      options: { preferred: readonly Encoding[] },
    ): Encoding | undefined;
  }
}
