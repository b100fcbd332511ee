import '@fontsource-variable/instrument-sans';
import '@fontsource-variable/newsreader';
import '../style/tokens.css';
import '../style/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SharedPage } from './shared-page.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
// Another link in the same tab changes nothing but what is behind the `#`.
window.addEventListener('hashchange', () => location.reload());
createRoot(root).render(
  <StrictMode>
    <SharedPage />
  </StrictMode>,
);
