import { GraphiQL } from 'graphiql';
import { useCallback, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'graphiql/style.css';
import './explorer.css';
import { EXAMPLES } from './examples.ts';

const DEFAULT_HEADERS = JSON.stringify({ Authorization: 'Bearer ' }, null, 2);
const NEEDS_KEY = 'Enter your API key under "Headers": {"Authorization": "Bearer <API_KEY>"}';

interface Operation {
  query: string;
  operationName?: string | null | undefined;
}

/**
 * GraphiQL, opened with a tab for each example. The key is in the Headers editor and is stored for the tab's session,
 * never longer. GraphiQL asks for the schema once; after a new key was typed in, it is asked for again.
 */
function Explorer() {
  const [keyed, setKeyed] = useState('');
  const schemaKey = useRef('');
  const lastKey = useRef('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new fetcher makes GraphiQL ask for the schema again.
  const fetcher = useCallback(
    async (operation: Operation, options?: { headers?: Record<string, unknown> | undefined }): Promise<object> => {
      // A tab without a key of its own uses the one that was last used in another.
      const authorization = authorizationIn(options?.headers) ?? lastKey.current;
      if (operation.operationName === 'IntrospectionQuery') schemaKey.current = authorization;
      else if (authorization !== schemaKey.current) setKeyed(authorization);
      if (authorization === '') return { errors: [{ message: NEEDS_KEY }] };
      lastKey.current = authorization;
      return send(operation, authorization);
    },
    [keyed],
  );
  return (
    <GraphiQL
      fetcher={fetcher}
      storage={window.sessionStorage}
      shouldPersistHeaders
      showPersistHeadersSettings={false}
      defaultHeaders={DEFAULT_HEADERS}
      defaultEditorToolsVisibility="headers"
      defaultTabs={EXAMPLES.map((query) => ({ query, headers: DEFAULT_HEADERS }))}
    />
  );
}

function authorizationIn(headers: Record<string, unknown> = {}): string | undefined {
  const [, sent] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  return typeof sent === 'string' && /^Bearer \S/.test(sent) ? sent : undefined;
}

/** Without a key nothing is sent, so that opening the page is no failed authentication. */
async function send(operation: Operation, authorization: string): Promise<object> {
  const response = await fetch('/graphql', {
    method: 'POST',
    credentials: 'same-origin',
    headers: {
      Authorization: authorization,
      Accept: 'application/graphql-response+json',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(operation),
  });
  return response.json();
}

const place = document.getElementById('graphiql');
if (place === null) throw new Error('the page has no place for GraphiQL');
createRoot(place).render(<Explorer />);
