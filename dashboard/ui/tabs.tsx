import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import styles from './tabs.module.css';

interface TabsProps<Word extends string> {
  label: string;
  chosen: Word;
  choices: readonly { word: Word; name: string }[];
  choose: (word: Word) => void;
}

/** One of a few views of a page, above it; one is always chosen. */
export function Tabs<Word extends string>({ label, chosen, choices, choose }: TabsProps<Word>) {
  const show = ([next]: string[]) => {
    const choice = choices.find(({ word }) => word === next);
    if (choice) choose(choice.word);
  };
  return (
    <ToggleGroup aria-label={label} value={[chosen]} onValueChange={show} className={styles.tabs}>
      {choices.map(({ word, name }) => (
        <Toggle key={word} value={word} className={styles.tab}>
          {name}
        </Toggle>
      ))}
    </ToggleGroup>
  );
}
