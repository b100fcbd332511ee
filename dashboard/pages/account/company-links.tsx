import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { linkCompany } from '../../api/company.ts';
import { useSecretWrite, useWrite } from '../../api/use-write.ts';
import { longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal } from '../../ui/states.tsx';
import { companyRefusal } from '../sign-in/refusals.words.ts';
import { COMPANY_LINKS, type Identity, type Provider, REMOVE_IDENTITY } from './account.data.ts';
import styles from './account.module.css';
import { WORDS } from './account.words.ts';
import { FactorRow } from './factor-row.tsx';

/** Whom companies' providers know somebody as; nothing where the account has no provider. */
export function CompanyLinks() {
  const { refused: sent } = useSearch({ strict: false });
  const refused = typeof sent === 'string' ? sent : undefined;
  const asked = useQuery({
    queryKey: ['account', 'company'],
    queryFn: ({ signal }) => ask(COMPANY_LINKS, {}, signal),
  });
  const providers = asked.data?.identityProviders ?? [];
  const identities = asked.data?.viewer?.holder.identities ?? [];
  const missing = providers.filter(({ name }) => !identities.some(({ providerName }) => providerName === name));
  if (providers.length === 0 && identities.length === 0 && refused === undefined) return <Refusal asked={asked} />;
  return (
    <Section label="Company sign-in" finding={findingOf(identities)} note={WORDS.aLinkedCompanyAccount}>
      {refused !== undefined && (
        <p role="alert" className={styles.note}>
          {companyRefusal(refused)}
        </p>
      )}
      <Refusal asked={asked} />
      <ul className={styles.rows}>
        {identities.map((identity) => (
          <Linked key={identity.id} identity={identity} />
        ))}
        {missing.map((provider) => (
          <NotLinked key={provider.id} provider={provider} />
        ))}
      </ul>
    </Section>
  );
}

function findingOf(identities: readonly Identity[]): string {
  const names = identities.map(({ providerName }) => providerName).join(' and ');
  return names === '' ? WORDS.youAreNotLinked : `You sign in by ${names}.`;
}

function Linked({ identity: { id, providerName, linkedAt, lastUsedAt } }: { identity: Identity }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const remove = useWrite(REMOVE_IDENTITY, { changes: [['account'], ['people']], onDone: () => setIsRemoving(false) });
  const used = lastUsedAt === null ? 'not used yet' : `last used ${longDay(lastUsedAt)}`;
  return (
    <>
      <FactorRow
        title={providerName}
        note={`Linked ${longDay(linkedAt)}, ${used}`}
        action={<Button onClick={() => setIsRemoving(true)}>Remove link</Button>}
      />
      <Confirm
        title={`Remove the link to ${providerName}?`}
        isOpen={isRemoving}
        onClose={() => setIsRemoving(false)}
        action="Remove"
        onConfirm={() => remove.mutate({ id })}
        isPending={remove.isPending}
        error={remove.error}
      >
        <p>{WORDS.sessionsThatItOpenedEnd}</p>
      </Confirm>
    </>
  );
}

function NotLinked({ provider: { id, name } }: { provider: Provider }) {
  const { mutate, isPending, error } = useSecretWrite();
  return (
    <FactorRow
      title={name}
      note={WORDS.notLinkedYet}
      error={error}
      action={
        <Button disabled={isPending} onClick={() => mutate(() => linkCompany(id))}>
          Link
        </Button>
      }
    />
  );
}
