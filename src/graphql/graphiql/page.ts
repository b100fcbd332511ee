import { join } from 'node:path';
import { EXAMPLES } from './examples.js';

/**
 * GraphiQL in `vendor/graphiql`: GraphiQL 3.9.0 with React 18.3.1, as their authors publish them for browsers. As npm
 * packages they are 141 packages and 97 MB. The relative path is the same from the built file.
 */
export const GRAPHIQL_FOLDER = join(import.meta.dirname, '..', '..', '..', 'vendor', 'graphiql');

/** The page loads nothing from another host and sends nothing to one. */
export const GRAPHIQL_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const GRAPHIQL_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>GraphiQL · Brand visibility monitoring</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/graphql/assets/graphiql.min.css">
<style>html, body, #graphiql { height: 100%; margin: 0 }</style>
</head>
<body>
<div id="graphiql">Loading…</div>
<script src="/graphql/assets/react.production.min.js"></script>
<script src="/graphql/assets/react-dom.production.min.js"></script>
<script src="/graphql/assets/graphiql.min.js"></script>
<script src="/graphql/start.js"></script>
</body>
</html>
`;

/**
 * The page's script. The key is in the Headers editor and is stored for the tab's session, never longer. Without a key
 * nothing is sent, so that opening the page is no failed authentication.
 */
export const GRAPHIQL_SCRIPT = `'use strict';
const EXAMPLES = ${JSON.stringify(EXAMPLES)};
const DEFAULT_HEADERS = JSON.stringify({ Authorization: 'Bearer ' }, null, 2);
const NEEDS_KEY = 'Enter your API key under "Headers": {"Authorization": "Bearer <API_KEY>"}';

let lastKey = '';

function authorizationIn(options) {
  const headers = Object.entries((options && options.headers) || {});
  const [, sent] = headers.find(([name]) => name.toLowerCase() === 'authorization') || [];
  return /^Bearer \\S/.test(sent) ? sent : lastKey;
}

/** A tab without a key of its own uses the one that was last used in another. */
async function ask(operation, authorization) {
  if (authorization === '') return { errors: [{ message: NEEDS_KEY }] };
  lastKey = authorization;
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

/** GraphiQL asks for the schema once; after a new key was typed in, it is asked for again. */
function Page() {
  const [keyed, setKeyed] = React.useState('');
  const schemaKey = React.useRef('');
  const fetcher = React.useCallback((operation, options) => {
    const authorization = authorizationIn(options);
    if (operation.operationName === 'IntrospectionQuery') schemaKey.current = authorization;
    else if (authorization !== schemaKey.current) setKeyed(authorization);
    return ask(operation, authorization);
    // A new fetcher is what makes GraphiQL ask for the schema again.
  }, [keyed]);
  return React.createElement(GraphiQL, {
    fetcher,
    storage: window.sessionStorage,
    shouldPersistHeaders: true,
    showPersistHeadersSettings: false,
    defaultHeaders: DEFAULT_HEADERS,
    defaultEditorToolsVisibility: 'headers',
    defaultTabs: EXAMPLES.map((query) => ({ query, headers: DEFAULT_HEADERS })),
  });
}

ReactDOM.createRoot(document.getElementById('graphiql')).render(React.createElement(Page));
`;
