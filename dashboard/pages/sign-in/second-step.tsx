import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { codeProof, type Proof, proveFactor, type SecondStep } from '../../api/browser-session.ts';
import { canUsePasskeys, presentPasskey } from '../../api/factors.ts';
import { Button } from '../../ui/button.tsx';
import { Field, textOf } from '../../ui/form.tsx';
import styles from './sign-in.module.css';
import { WORDS } from './sign-in.words.ts';
import { Frame, Refusal } from './sign-in-frame.tsx';

interface Props {
  step: SecondStep;
  onDone: () => void;
  /** Begins anew with the password: what is asked for is good for five tries. */
  onBack: () => void;
}

/** What comes after the password for who has a second factor: a code of the app, a recovery code, or a passkey. */
export function SecondStepForm({ step, onDone, onBack }: Props) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (proof: Proof | 'passkey') => proveFactor(proof === 'passkey' ? await askPasskey(step) : proof),
    onSuccess: onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    mutate(codeProof(textOf(new FormData(event.currentTarget), 'code')));
  };
  const hasApp = step.methods.includes('totp');
  return (
    <Frame title="Second factor">
      <form className={styles.form} onSubmit={submit}>
        <Refusal error={error} />
        {step.passkey && canUsePasskeys() && (
          <Button isMain={!hasApp} onClick={() => mutate('passkey')} disabled={isPending}>
            {WORDS.useAPasskey}
          </Button>
        )}
        <Field
          label="Code"
          name="code"
          required
          autoComplete="one-time-code"
          autoFocus
          hint={hasApp ? WORDS.theSixDigitsFromYourApp : WORDS.oneOfYourRecoveryCodes}
        />
        <Button isMain={hasApp || !step.passkey} type="submit" disabled={isPending}>
          Continue
        </Button>
        <Button onClick={onBack}>Start over</Button>
      </form>
    </Frame>
  );
}

/** @throws where the person or the browser does not give one. */
async function askPasskey({ passkey }: SecondStep): Promise<Proof> {
  if (!passkey) throw new Error(WORDS.noPasskeyWasRequested);
  return { passkey: await presentPasskey(passkey) };
}
