import { useRef, useState } from 'react';
import { type FirstCodes, renewRecoveryCodes } from '../../api/factors.ts';
import { saveText } from '../../charts/csv-file.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { FormBody, FormButtons } from '../../ui/form.tsx';
import { CopyButton } from '../../ui/shown-once.tsx';
import { useFactorWrite } from './account.data.ts';
import styles from './account.module.css';
import { codesNote, WORDS } from './account.words.ts';
import { FactorRow } from './factor-row.tsx';

/** Shows recovery codes, once: to copy, to save as a file or to print. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const text = codes.join('\n');
  return (
    <Dialog title={WORDS.yourRecoveryCodes} isOpen onClose={onClose} isSticky>
      <FormBody>
        <p>{WORDS.keepThemSomewhereYouCanReach}</p>
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

/** How many recovery codes are left, and new ones in their place. */
export function RenewCodes({ left, onCodes }: { left: number; onCodes: (codes: FirstCodes) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useFactorWrite();
  const renew = () =>
    mutate(async () => {
      const codes = await renewRecoveryCodes();
      setIsAsking(false);
      onCodes(codes);
    });
  return (
    <>
      <FactorRow
        title="Recovery codes"
        note={codesNote(left)}
        action={<Button onClick={() => setIsAsking(true)}>New codes</Button>}
      />
      <Confirm
        title={WORDS.createNewRecoveryCodes}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Create codes"
        onConfirm={renew}
        isPending={isPending}
        error={error}
      >
        <p>{WORDS.tenNewCodesReplaceTheOldOnes}</p>
      </Confirm>
    </>
  );
}
