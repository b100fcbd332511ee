import type { GraphQLError, GraphQLFormattedError } from 'graphql';

/** Why an operation is not run, or its response not sent, although its caller was let in. */
type RefusalCode =
  | 'BAD_REQUEST'
  | 'GRAPHQL_PARSE_FAILED'
  | 'GRAPHQL_VALIDATION_FAILED'
  | 'BAD_USER_INPUT'
  | 'OPERATION_RESOLUTION_FAILURE'
  | 'QUERY_TOO_COMPLEX'
  | 'ANSWER_TOO_LONG'
  | 'OPERATION_TIMED_OUT';

/**
 * An operation that is not run, with the whole response to its caller. A well-formed request with an invalid document
 * or variables gets 200 where the caller accepts `application/json` alone, as GraphQL over HTTP asks (`isOfDocument`);
 * bounds and malformed requests never do.
 */
export class Refusal extends Error {
  readonly errors: readonly GraphQLFormattedError[];
  readonly isOfDocument: boolean;

  constructor(
    readonly status: number,
    code: RefusalCode,
    errors: string | readonly GraphQLError[],
    options: { isOfDocument?: boolean; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(typeof errors === 'string' ? errors : (errors[0]?.message ?? code));
    this.errors = (typeof errors === 'string' ? [{ message: errors }] : errors.map((error) => error.toJSON())).map(
      (error) => ({ ...error, extensions: { code } }),
    );
    this.isOfDocument = options.isOfDocument ?? false;
    this.headers = options.headers ?? {};
  }

  readonly headers: Readonly<Record<string, string>>;
}
