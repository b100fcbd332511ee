import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/newsreader';
import './style/tokens.css';
import './style/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { forgetSession, hasSession } from './api/browser-session.ts';
import { giveUpStepUp } from './api/proof.ts';
import { createQueryClient } from './api/queries.ts';
import { router } from './page-router.tsx';

const queries = createQueryClient(leave, () => void router.navigate({ to: '/account', hash: 'second-factor' }));

function leave(): void {
  if (!hasSession()) return;
  forgetSession();
  giveUpStepUp();
  queries.clear();
  // The way back is kept by the check of pages that need a session.
  void router.invalidate();
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
reloadWhenReplaced();
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);

const MARK = 'reloaded-for';

/**
 * A page that was opened before an update asks for scripts that are no longer served. It is loaded anew: once for each
 * script, so that one that is really missing shows as the error that it is.
 */
function reloadWhenReplaced(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const { message } = event.payload;
    if (sessionStorage.getItem(MARK) === message) return;
    sessionStorage.setItem(MARK, message);
    event.preventDefault();
    location.reload();
  });
}
