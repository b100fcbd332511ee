import { useRef } from 'react';
import { saveText } from '../../../charts/download.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FormBody, FormButtons } from '../../../ui/form.tsx';
import styles from './factors.module.css';

/** Shows recovery codes, once: to copy, to save as a file or to print. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const text = codes.join('\n');
  return (
    <Dialog title="Your recovery codes" isOpen onClose={onClose} isSticky>
      <FormBody>
        <p>Keep them somewhere you can reach without this device. Each code works once. They are shown only once.</p>
        <ul ref={list} className={styles.codes} data-prints aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <FormButtons>
          <CopyButton text={text} from={() => list.current} />
          <Button onClick={() => saveText('recovery-codes.txt', `${text}\n`, 'text/plain')}>Download</Button>
          <Button onClick={() => print()}>Print</Button>
          <Button isMain onClick={onClose}>
            Done
          </Button>
        </FormButtons>
      </FormBody>
    </Dialog>
  );
}
