import { useState } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { KeyboardIcon } from '../ui/icons.tsx';
import { ACCOUNT_PAGES, PROJECT_PAGES } from './navigation.ts';
import shell from './shell.module.css';
import styles from './shortcuts.module.css';
import { useShortcuts } from './use-shortcuts.ts';

const STORED = 'shortcuts';

/** The keys, where one reads of them, and the way to switch them off: some people's tools press keys by themselves. */
export function Shortcuts({ projectId }: { projectId: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(() => localStorage.getItem(STORED) !== 'off');
  useShortcuts({ projectId, isOn, onHelp: () => setIsOpen(true) });
  const choose = (next: boolean) => {
    localStorage.setItem(STORED, next ? 'on' : 'off');
    setIsOn(next);
  };
  return (
    <>
      <button type="button" className={shell.link} onClick={() => setIsOpen(true)}>
        <KeyboardIcon />
        <span>Shortcuts</span>
      </button>
      <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <dl className={styles.keys}>
          {keysOf(projectId).map(({ keys, what }) => (
            <div key={what}>
              <dt>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <label className={styles.choice}>
          <input type="checkbox" checked={isOn} onChange={(event) => choose(event.target.checked)} />
          Use these keys
        </label>
      </Dialog>
    </>
  );
}

function keysOf(projectId: string | undefined): { keys: string[]; what: string }[] {
  const pages = [...(projectId === undefined ? [] : PROJECT_PAGES), ...ACCOUNT_PAGES];
  return [
    ...pages.map(({ key, name }) => ({ keys: ['g', key], what: `Go to ${name}` })),
    { keys: ['['], what: 'Shorter period' },
    { keys: [']'], what: 'Longer period' },
    { keys: ['/'], what: 'Search on this page' },
    { keys: ['t'], what: 'Table of the chart in focus' },
    { keys: ['←', '→'], what: 'Day by day on a trend in focus' },
    { keys: ['?'], what: 'This list' },
  ];
}
