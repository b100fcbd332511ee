import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useSecretWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './account.module.css';
import { WORDS } from './account.words.ts';

/** What is kept of who is signed in, and for owners all of the account, as archives. */
export function AccountData({ isOwner }: { isOwner: boolean }) {
  return (
    <Section label="Data" finding={WORDS.yourDataIsYours} note={WORDS.archivesHoldFiles}>
      <div className={styles.rows}>
        <Archive of="person" text={WORDS.whatIsKeptOfYou} action={WORDS.downloadYourData} />
        {isOwner && <Archive of="account" text={WORDS.allOfTheAccount} action={WORDS.downloadTheAccount} />}
      </div>
      {!isOwner && <p className={styles.note}>{WORDS.onlyOwnersCanDownloadTheAccount}</p>}
    </Section>
  );
}

interface ArchiveProps {
  of: 'person' | 'account';
  text: string;
  action: string;
}

/** Asks first whether the archive may be had, since a download of the browser's cannot be asked for a proof. */
function Archive({ of, text, action }: ArchiveProps) {
  const [isBegun, setIsBegun] = useState(false);
  const { mutate, isPending, error } = useSecretWrite([['account', 'events']]);
  const download = () =>
    mutate(async () => {
      await call('GET', `/dashboard/export/${of}`);
      saveAs(`/dashboard/export/${of}.zip`);
      setIsBegun(true);
    });
  return (
    <div className={styles.row}>
      <div>
        <p>{text}</p>
        <FormRefusal error={error} />
        {isBegun && <p role="status">{WORDS.theDownloadHasBegun}</p>}
      </div>
      <Button disabled={isPending} onClick={download}>
        {action}
      </Button>
    </div>
  );
}

/** Hands the address to the browser, which writes the file as it comes. */
function saveAs(path: string): void {
  const link = document.createElement('a');
  link.href = path;
  link.download = '';
  link.click();
}
