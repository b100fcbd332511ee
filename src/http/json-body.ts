import express, { type RequestHandler } from 'express';
import { BODY_VALUES_MAX, beyondJsonBounds, JSON_DEPTH_MAX } from '../json-bounds.js';

interface JsonBodyOptions {
  /** Bytes, as the body parser writes them. */
  limit: string | number;
  /** Also a body that is not called JSON. */
  isAnyType?: boolean;
  /** An empty body counts as `{}` unless it is refused. */
  refusesEmpty?: boolean;
}

/** Reads the JSON body of a request: in UTF-8, and within {@link JSON_DEPTH_MAX} and {@link BODY_VALUES_MAX}. */
export function jsonBody({ limit, isAnyType = false, refusesEmpty = false }: JsonBodyOptions): RequestHandler {
  return express.json({
    limit,
    strict: false,
    ...(isAnyType && { type: () => true }),
    verify: (_req, _res, body: Buffer, encoding: string) => {
      if (refusesEmpty && body.length === 0) throw new Error('the body is empty');
      // The bounds are looked for in bytes, as UTF-8 writes them.
      if (encoding !== 'utf-8') throw new BodyRefused(415, 'charset.unsupported');
      const fault = beyondJsonBounds(body, BODY_VALUES_MAX);
      if (fault) throw new BodyRefused(400, `json.${fault}`);
    },
  });
}

/** What the body parser passes on as it is: a status, and the kind of the fault. */
class BodyRefused extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
  ) {
    super(`the body is refused: ${type}`);
  }
}

/** In words what {@link jsonBody} refuses of its own; null for other kinds of faults. */
export function wordsOfRefusedBody(type: string | undefined): string | null {
  switch (type) {
    case 'json.too_deep':
      return `The request body must be nested at most ${JSON_DEPTH_MAX} levels deep`;
    case 'json.too_many_values':
      return `The request body must have at most ${BODY_VALUES_MAX} values`;
    default:
      return null;
  }
}
