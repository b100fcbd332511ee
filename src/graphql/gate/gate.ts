import { hash } from 'node:crypto';
import type { GraphQLSchema } from 'graphql';
import type { Clock } from '../../clock.js';
import { type ReadDocument, type ReadOperation, readDocument, selectOperation } from './document.js';
import { DocumentCache } from './document-cache.js';
import { type OperationRequest, readOperationRequest } from './operation-request.js';
import { createPricer, type Price } from './price.js';
import { Refusal } from './refusal.js';
import type { GraphqlRequest } from './request.js';

/** An operation that may be charged and run. */
export interface PricedOperation {
  request: OperationRequest;
  operation: ReadOperation;
  price: Price;
  /** Called once the caller was let in: saves the document, so that strangers cannot fill the cache. */
  keep: () => void;
}

export interface Gate {
  /**
   * Checks and prices an operation without running it. A document that is not cached is parsed only after `preview`:
   * that takes up to 60 ms at the bounds, as validation is quadratic, and is not done for callers that the door would
   * refuse.
   * @throws Refusal, and what `preview` throws.
   */
  read: (request: GraphqlRequest, preview: () => Promise<void>) => Promise<PricedOperation>;
  /** A cached document by the SHA-256 of its text, in hexadecimal. */
  documentOf: (hash: string) => ReadDocument | undefined;
}

/** All checks of an operation that are possible without running it. */
export function createGate(schema: GraphQLSchema, clock: Clock): Gate {
  const cache = new DocumentCache();
  const priceOf = createPricer(schema, clock);
  const readAnew = async (text: string, preview: () => Promise<void>) => {
    await preview();
    return readDocument(schema, text);
  };
  return {
    documentOf: (key) => cache.get(key),
    read: async (http, preview) => {
      const request = await readOperationRequest(http);
      const key = hash('sha256', request.query);
      const document = cache.get(key) ?? (await readAnew(request.query, preview));
      const operation = selectOperation(document, request.operationName);
      refuseWritesByGet(http.method, operation);
      return {
        request,
        operation,
        price: priceOf(operation, request.variables),
        keep: () => cache.add(key, document, request.query.length),
      };
    },
  };
}

function refuseWritesByGet(method: string, { node }: ReadOperation): void {
  if (method !== 'GET' || node.operation === 'query') return;
  throw new Refusal(405, 'BAD_REQUEST', 'GET serves queries only: send mutations by POST', {
    headers: { Allow: 'POST' },
  });
}
