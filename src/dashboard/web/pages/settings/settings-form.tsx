import { type FormEvent, useState } from 'react';
import { useWriteBar } from '../../api/frame.ts';
import { faultsOf, useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { rereadWords } from '../../ui/reread.words.ts';
import { Unsaved } from '../../ui/unsaved.tsx';
import { Asking, Brand, Market } from './fields.tsx';
import { type SettingsAccount, type SettingsProject, UPDATE_PROJECT } from './settings.document.ts';
import styles from './settings.module.css';
import { changesOf, draftOf, isRenaming, type SettingsDraft } from './settings-draft.ts';

interface Props {
  project: SettingsProject;
  account: SettingsAccount;
}

/** All settings that are saved together. Names are saved only after it was said what that costs. */
export function SettingsForm({ project, account }: Props) {
  const bar = useWriteBar();
  const { draft, set, clear, round } = useDraft(project);
  const [isAsking, setIsAsking] = useState(false);
  const update = useWrite(UPDATE_PROJECT, { changes: [['project', project.id], ['frame'], ['projects']] });
  const changes = changesOf(draft, project);
  const isDirty = Object.keys(changes).length > 0;
  const save = () => {
    update.mutate({ id: project.id, input: changes }, { onSuccess: clear, onSettled: () => setIsAsking(false) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRenaming(changes)) setIsAsking(true);
    else save();
  };
  const fields = { draft, set, faults: faultsOf(update.error) };
  return (
    <form onSubmit={submit} noValidate>
      {bar !== null && <p className={styles.bar}>{bar}</p>}
      <fieldset disabled={bar !== null}>
        <Brand key={round} {...fields} advice={project.nameAdvice} />
        <Market {...fields} />
        <Asking {...fields} account={account} />
      </fieldset>
      {isDirty && (
        <section className={styles.save} aria-label="Unsaved changes">
          <div>
            <p>{hasFaults(update.error) ? 'Not saved: look at the fields in red.' : 'You have unsaved changes.'}</p>
            <FormRefusal error={update.error} />
          </div>
          <div className={styles.buttons}>
            <Button onClick={clear}>Discard</Button>
            <Button isMain type="submit" disabled={update.isPending}>
              Save
            </Button>
          </div>
        </section>
      )}
      <Confirm
        title="Read all answers again?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Save and read again"
        onConfirm={save}
        isPending={update.isPending}
        error={null}
      >
        <p>{`You have changed what answers are read for. ${rereadWords(project.whole)}`}</p>
      </Confirm>
      <Unsaved isDirty={isDirty} />
    </form>
  );
}

function hasFaults(error: Error | null): boolean {
  return Object.keys(faultsOf(error)).length > 0;
}

/** What was typed stands over what is stored, so that what others change meanwhile is seen in all other fields. */
function useDraft(project: SettingsProject) {
  const [typed, setTyped] = useState<Partial<SettingsDraft>>({});
  const [round, setRound] = useState(0);
  const set = (next: Partial<SettingsDraft>) => setTyped((now) => ({ ...now, ...next }));
  const clear = () => {
    setTyped({});
    setRound((now) => now + 1);
  };
  return { draft: { ...draftOf(project), ...typed }, set, clear, round };
}
