import { join } from 'node:path';
import type { Express } from 'express';
import { BUILT_FOLDER, folderAssets, serveAsset, serveFolder, textAsset } from '../http/assets.js';
import { openApiDocument } from './openapi.js';

/** Scalar's API reference, as the build takes it from its package. */
export const REFERENCE_FOLDER = join(BUILT_FOLDER, 'api-reference');

/** The page loads nothing from another host and sends nothing to one. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference · Brand visibility monitoring</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/standalone.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const SCRIPT = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  proxyUrl: '',
})});
`;

/** The API reference at `/docs` and its description at `/openapi.json`, offline: all of it is served by this host. */
export function serveReference(app: Express): void {
  const page = serveAsset(textAsset(PAGE, 'text/html'));
  app.get('/openapi.json', serveAsset(textAsset(JSON.stringify(openApiDocument()), 'application/json')));
  app.get('/docs', (req, res, next) => {
    res.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    return page(req, res, next);
  });
  app.get('/docs/start.js', serveAsset(textAsset(SCRIPT, 'text/javascript')));
  app.get('/docs/assets/:file', serveFolder(folderAssets(REFERENCE_FOLDER)));
}
