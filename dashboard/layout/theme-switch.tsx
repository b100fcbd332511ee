import { SunIcon } from '../ui/icons.tsx';
import styles from './shell.module.css';
import { useTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, goOn] = useTheme();
  return (
    <button type="button" className={styles.link} onClick={goOn}>
      <SunIcon />
      <span>{`Theme: ${theme}`}</span>
    </button>
  );
}
