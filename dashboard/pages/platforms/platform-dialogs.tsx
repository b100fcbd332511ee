import { useState } from 'react';
import { faultsOf, useSecretWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormBody, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import {
  CHANGED,
  type OperatedPlatform,
  pausePlatform,
  removeKey,
  setKey,
  type Trial,
  tryPlatform,
} from './platforms.data.ts';
import { PAUSES, trialOutcome, WORDS } from './platforms.words.ts';

interface Props {
  platform: OperatedPlatform;
  /** Of the platform. */
  name: string;
  onClose: () => void;
}

/** Asks the platform one question, after its price was told, and shows what came of it. */
export function TryKey({ platform, name, onClose }: Props) {
  const [trial, setTrial] = useState<Trial | null>(null);
  const { mutate, isPending, error } = useSecretWrite([['platforms']]);
  const ask = () => mutate(async () => setTrial(await tryPlatform(platform.platform)));
  return (
    <Dialog title={`${WORDS.tryTheKey}: ${name}`} isOpen onClose={onClose} isSticky={isPending}>
      <FormBody>
        {trial === null && <p>{WORDS.itIsAskedOneQuestion}</p>}
        <p role="status">{trial ? trialOutcome(trial, name) : isPending ? WORDS.askingItNow : ''}</p>
        <FormRefusal error={error} />
        <FormButtons>
          <Button onClick={onClose}>{trial ? 'Close' : 'Cancel'}</Button>
          {trial === null && (
            <Button isMain disabled={isPending} onClick={ask}>
              {WORDS.askOneQuestion}
            </Button>
          )}
        </FormButtons>
      </FormBody>
    </Dialog>
  );
}

/** Takes a key, which is tested before it is stored, and forgotten here with the dialog. */
export function SetKey({ platform, name, onClose }: Props) {
  const { mutate, isPending, error } = useSecretWrite(CHANGED);
  const submit = (form: FormData) =>
    mutate(async () => {
      await setKey(platform.platform, textOf(form, 'key').trim());
      onClose();
    });
  return (
    <Dialog title={`Key of ${name}`} isOpen onClose={onClose} isSticky>
      <Form onSubmit={submit}>
        <FormRefusal error={error} />
        <Field
          label={WORDS.keyOfThePlatform}
          name="key"
          type="password"
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          fault={faultsOf(error)['key']}
        />
        <FormNote>{WORDS.itIsTestedFirst}</FormNote>
        {platform.key_source === 'environment' && <FormNote>{WORDS.theEnvironmentWins}</FormNote>}
        <p role="status">{isPending ? WORDS.askingItNow : ''}</p>
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending}>
            {WORDS.testAndStore}
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Asks before a typed key is deleted. */
export function RemoveKey({ platform, name, onClose }: Props) {
  const { mutate, isPending, error } = useSecretWrite(CHANGED);
  const remove = () =>
    mutate(async () => {
      await removeKey(platform.platform);
      onClose();
    });
  return (
    <Confirm
      title={`${WORDS.removeTheKey} of ${name}?`}
      isOpen
      onClose={onClose}
      action={WORDS.removeKey}
      onConfirm={remove}
      isPending={isPending}
      error={error}
    >
      <p>{WORDS.workersStopWithinAMinute}</p>
      <p>{platform.key_source === 'environment' ? WORDS.theKeyOfTheEnvironmentStays : WORDS.nothingIsAskedThen}</p>
    </Confirm>
  );
}

/** Pauses a platform, for a time that is chosen. */
export function PauseDialog({ platform, name, onClose }: Props) {
  const { mutate, isPending, error } = useSecretWrite(CHANGED);
  const submit = (form: FormData) => {
    const minutes = textOf(form, 'minutes');
    mutate(async () => {
      await pausePlatform(platform.platform, minutes === '' ? null : Number(minutes));
      onClose();
    });
  };
  return (
    <Dialog title={`Pause ${name}?`} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <p>{WORDS.nothingIsAskedWhilePaused}</p>
        <FormRefusal error={error} />
        <Choice label="For" name="minutes" fault={faultsOf(error)['minutes']}>
          <option value="">{WORDS.untilYouResumeIt}</option>
          {PAUSES.map(({ minutes, name: time }) => (
            <option key={minutes} value={minutes}>
              {time}
            </option>
          ))}
        </Choice>
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending}>
            Pause
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
