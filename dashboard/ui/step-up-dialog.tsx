import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { codeProof } from '../api/browser-session.ts';
import { proveAtCompany } from '../api/company.ts';
import { presentPasskey } from '../api/factors.ts';
import { askHowToStepUp, giveUpStepUp, type StepUpProof, type StepUpRequest, stepUp } from '../api/proof.ts';
import { Button } from './button.tsx';
import { Field, Form, FormBody, FormButtons, FormRefusal, textOf } from './form.tsx';
import { Popup } from './popup.tsx';
import { WORDS } from './shared.words.ts';
import { Refusal, Skeleton } from './states.tsx';
import { COMPANY_WORDS } from './step-up-dialog.words.ts';

/** Asks for the password, a code or a passkey, whichever the service wants. */
export function StepUpDialog() {
  return (
    <Popup title={WORDS.confirmYourIdentity} isOpen onClose={giveUpStepUp}>
      <StepUpForm />
    </Popup>
  );
}

function StepUpForm() {
  const asked = useQuery({
    queryKey: ['step-up'],
    queryFn: askHowToStepUp,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  return (
    <FormBody>
      <p>{WORDS.thisChangeNeedsARecent}</p>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={1} />}
      {asked.data && <Asked request={asked.data} renew={async () => (await asked.refetch()).data} />}
    </FormBody>
  );
}

interface AskedProps {
  request: StepUpRequest;
  /** Each try with a passkey has a challenge of its own. */
  renew: () => Promise<StepUpRequest | undefined>;
}

function Asked({ request, renew }: AskedProps) {
  const [isUsed, setIsUsed] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (proof: () => Promise<StepUpProof>) => stepUp(await proof()),
    gcTime: 0,
  });
  const usePasskey = async (): Promise<StepUpProof> => {
    const { passkey } = (isUsed ? await renew() : request) ?? {};
    setIsUsed(true);
    if (!passkey) throw new Error(WORDS.aPasskeyIsNoLongerNeeded);
    return { passkey: await presentPasskey(passkey) };
  };
  const submit = (form: FormData) => {
    const typed = textOf(form, 'proof');
    mutate(async () => (request.methods.includes('password') ? { password: typed } : codeProof(typed)));
  };
  const takesText = request.methods.some((method) => method !== 'passkey' && method !== 'provider');
  const company = useMutation({ mutationFn: proveAtCompany, gcTime: 0 });
  return (
    <Form onSubmit={submit}>
      <FormRefusal error={error ?? company.error} />
      {request.methods.includes('provider') && (
        <>
          <p>{COMPANY_WORDS.yourCompanySendsYouBack}</p>
          <Button isMain={!takesText && !request.passkey} disabled={company.isPending} onClick={() => company.mutate()}>
            {COMPANY_WORDS.confirmWithYourCompany}
          </Button>
        </>
      )}
      {request.passkey && (
        <Button isMain={!request.methods.includes('totp')} disabled={isPending} onClick={() => mutate(usePasskey)}>
          {WORDS.useAPasskey}
        </Button>
      )}
      {takesText && <ProofField methods={request.methods} />}
      <FormButtons>
        <Button onClick={giveUpStepUp}>Cancel</Button>
        {takesText && (
          <Button isMain={!request.passkey || request.methods.includes('totp')} type="submit" disabled={isPending}>
            Confirm
          </Button>
        )}
      </FormButtons>
    </Form>
  );
}

function ProofField({ methods }: { methods: StepUpRequest['methods'] }) {
  if (methods.includes('password')) {
    return (
      <Field label="Your password" name="proof" type="password" required autoComplete="current-password" autoFocus />
    );
  }
  const hint = methods.includes('totp') ? WORDS.theSixDigitsFromYourApp : WORDS.oneOfYourRecoveryCodes;
  return <Field label="Code" name="proof" required autoComplete="one-time-code" autoFocus hint={hint} />;
}
