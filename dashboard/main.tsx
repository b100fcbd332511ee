import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/newsreader';
import './style/tokens.css';
import './style/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { forgetSession, hasSession } from './api/session.ts';
import { giveUpStepUp } from './api/step-up.ts';
import { router } from './router.tsx';
import { reloadWhenReplaced } from './stale-page.ts';

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
