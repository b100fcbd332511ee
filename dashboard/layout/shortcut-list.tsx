import { Popup } from '../ui/popup.tsx';
import { PROJECT_PAGES, useAccountPages } from './navigation.tsx';
import styles from './shell.module.css';
import { WORDS } from './shell.words.ts';

interface Props {
  projectId: string | undefined;
  /** Whether the keys do anything. */
  isOn: boolean;
  onChoose: (isOn: boolean) => void;
  onClose: () => void;
}

/** The keys, and the way to switch them off. */
export function ShortcutList({ projectId, isOn, onChoose, onClose }: Props) {
  const accountPages = useAccountPages();
  return (
    <Popup title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className={styles.keys}>
        {keysOf(projectId === undefined ? accountPages : [...PROJECT_PAGES, ...accountPages]).map(({ keys, what }) => (
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
        <input type="checkbox" checked={isOn} onChange={(event) => onChoose(event.target.checked)} />
        {WORDS.useTheseKeys}
      </label>
    </Popup>
  );
}

function keysOf(pages: readonly { key: string; name: string }[]): { keys: string[]; what: string }[] {
  return [
    ...pages.map(({ key, name }) => ({ keys: ['g', key], what: `Go to ${name}` })),
    { keys: ['['], what: 'Shorter period' },
    { keys: [']'], what: 'Longer period' },
    { keys: ['/'], what: WORDS.searchOnThisPage },
    { keys: ['j', 'k'], what: WORDS.nextAndPreviousAnswer },
    { keys: ['t'], what: WORDS.tableOfTheChartInFocus },
    { keys: ['←', '→'], what: WORDS.dayByDayOnATrendInFocus },
    { keys: ['?'], what: 'This list' },
  ];
}
