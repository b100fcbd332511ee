import { graphql } from '../api/gql.ts';
import { useWrite } from '../api/use-write.ts';
import type { FrameViewer } from '../api/viewer.ts';
import { Button } from '../ui/button.tsx';
import { FormRefusal } from '../ui/form.tsx';
import { Logo } from '../ui/logo.tsx';
import { PageHead } from '../ui/section.tsx';
import { StepUp } from '../ui/step-up-prompt.tsx';
import { deletionWords, WORDS } from './deleted-account.words.ts';
import styles from './shell.module.css';
import { SignOut } from './sign-out.tsx';

const TAKE_BACK = graphql(`
  mutation TakeAccountBack {
    takeAccountBack { id deleteAt }
  }
`);

/** All that is shown of an account that is to be deleted: when, and how an owner keeps it. */
export function DeletedAccount({ viewer, deleteAt }: { viewer: FrameViewer; deleteAt: string }) {
  const { mutate, isPending, error } = useWrite(TAKE_BACK, { changes: [[]] });
  const isOwner = viewer.role === 'OWNER';
  return (
    <div className={styles.alone}>
      <header className={styles.brand}>
        <Logo />
      </header>
      <main id="content" tabIndex={-1}>
        <PageHead title={WORDS.thisAccountIsToBeDeleted} />
        <p role="status">{deletionWords(viewer.account.name, deleteAt)}</p>
        <p>{WORDS.keysAreRefused}</p>
        <p>{isOwner ? WORDS.anyOwnerCanTakeItBack : WORDS.askAnOwnerToTakeItBack}</p>
        <FormRefusal error={error} />
        {isOwner && (
          <Button isMain disabled={isPending} onClick={() => mutate({})}>
            {WORDS.takeBack}
          </Button>
        )}
        <SignOut />
      </main>
      <StepUp />
    </div>
  );
}
