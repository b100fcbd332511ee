import { useState } from 'react';
import { SunIcon } from '../ui/icons.tsx';
import styles from './shell.module.css';

export function ThemeSwitch() {
  const [theme, goOn] = useTheme();
  return (
    <button type="button" className={styles.link} onClick={goOn}>
      <SunIcon />
      <span>{`Theme: ${theme}`}</span>
    </button>
  );
}

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const YEAR_SECONDS = 31_536_000;

/**
 * As the device has it, light, or dark; the second value goes to the next. The cookie lets the server write the choice
 * into the page before anything is drawn.
 */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(readTheme);
  const goOn = () => {
    const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
    document.documentElement.dataset['theme'] = next;
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `theme=${next}; Path=/dashboard; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
    setTheme(next);
  };
  return [theme, goOn];
}

function readTheme(): Theme {
  return THEMES.find((theme) => theme === document.documentElement.dataset['theme']) ?? 'system';
}
