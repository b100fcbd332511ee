import { lazy, Suspense, useState } from 'react';
import { areKeysOn, switchKeys } from '../keys.ts';
import { KeyboardIcon } from '../ui/icons.tsx';
import shell from './shell.module.css';
import { useShortcuts } from './use-shortcuts.ts';

/** Loaded once it is asked for, as what dialogs are made of is much of a first page's scripts. */
const ShortcutList = lazy(() => import('./shortcut-list.tsx').then((module) => ({ default: module.ShortcutList })));

/** The keys, where one reads of them, and the way to switch them off: some people's tools press keys by themselves. */
export function Shortcuts({ projectId }: { projectId: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(areKeysOn);
  useShortcuts({ projectId, isOn, onHelp: () => setIsOpen(true) });
  const choose = (next: boolean) => {
    switchKeys(next);
    setIsOn(next);
  };
  return (
    <>
      <button type="button" className={shell.link} onClick={() => setIsOpen(true)}>
        <KeyboardIcon />
        <span>Shortcuts</span>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <ShortcutList projectId={projectId} isOn={isOn} onChoose={choose} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
