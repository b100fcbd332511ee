import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { FormRefusal } from '../../ui/form.tsx';
import { rereadWords } from '../../ui/shared.words.ts';
import {
  changesOf,
  draftOf,
  faultsOfChanges,
  isRenaming,
  type SettingsAccount,
  type SettingsDraft,
  type SettingsProject,
  UPDATE_PROJECT,
} from './settings.data.ts';
import styles from './settings.module.css';
import { WORDS } from './settings.words.ts';
import { Asking, Brand, Market } from './settings-fields.tsx';

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
  const { faults, check, form } = useFaults(faultsOfChanges(changes, project), faultsOf(update.error));
  const save = () => {
    update.mutate({ id: project.id, input: changes }, { onSuccess: clear, onSettled: () => setIsAsking(false) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!check()) return;
    if (isRenaming(changes)) setIsAsking(true);
    else save();
  };
  const fields = { draft, set, faults };
  // The list of names begins anew with what is stored, which may come after what was typed is cleared.
  const names = [round, ...project.aliases].join('\n');
  return (
    <form ref={form} onSubmit={submit} noValidate>
      {bar !== null && <p className={styles.bar}>{bar}</p>}
      <fieldset disabled={bar !== null}>
        <Brand key={names} {...fields} advice={project.nameAdvice} />
        <Market {...fields} />
        <Asking {...fields} account={account} project={project} />
      </fieldset>
      {isDirty && (
        <section className={styles.save} aria-label="Unsaved changes">
          <div>
            <p>{Object.keys(faults).length > 0 ? WORDS.notSavedCheckTheFieldsMarked : WORDS.youHaveUnsavedChanges}</p>
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
        title={WORDS.reAnalyseAllAnswers}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={WORDS.saveAndReAnalyse}
        onConfirm={save}
        isPending={update.isPending}
        error={null}
      >
        <p>{`You changed what to look for in answers. ${rereadWords(project.whole)}`}</p>
      </Confirm>
      <Unsaved isDirty={isDirty} />
    </form>
  );
}

/**
 * What is wrong by field: what the page finds once *Save* is pressed, until it is corrected, else what the service
 * found.
 * @returns `check`, false where something is wrong: then nothing is asked or sent, and the first fault has the focus.
 */
function useFaults(own: Faults, told: Faults) {
  const form = useRef<HTMLFormElement>(null);
  const [checks, setChecks] = useState(0);
  const isFaulty = Object.keys(own).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each check moves the focus, the same fault again too
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), [checks]);
  const check = () => {
    setChecks(isFaulty ? checks + 1 : 0);
    return !isFaulty;
  };
  return { faults: checks > 0 ? own : told, check, form };
}

type Faults = Readonly<Record<string, string>>;

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

/** Asks before what was typed is lost: by a link of the page, and by the browser's own question elsewhere. */
function Unsaved({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm
      title={WORDS.leaveWithoutSaving}
      isOpen
      onClose={reset}
      action="Leave"
      onConfirm={proceed}
      isPending={false}
      error={null}
    >
      <p>{WORDS.yourChangesOnThisPage}</p>
    </Confirm>
  );
}
