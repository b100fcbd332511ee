import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { FormBody, FormButtons, FormRefusal } from '../../ui/form.tsx';
import { type Person, type Provider, REMOVE_IDENTITY, REQUIRE_PROVIDER, SET_MARK } from './people.data.ts';
import styles from './people.module.css';
import { providerNote, WORDS } from './people.words.ts';

interface Props {
  providers: readonly Provider[];
  /** Why nothing of it is for who looks now; null where it is. */
  bar: string | null;
}

/** Companies' providers, and whether people must sign in by them; owners decide it. */
export function CompanyProviders({ providers, bar }: Props) {
  return (
    <section aria-labelledby="company-sign-in" className={styles.providers}>
      <h2 id="company-sign-in">Company sign-in</h2>
      <ul>
        {providers.map((provider) => (
          <ProviderRow key={provider.id} provider={provider} bar={bar} />
        ))}
      </ul>
    </section>
  );
}

function ProviderRow({ provider, bar }: { provider: Provider; bar: string | null }) {
  const { id, name, isRequired } = provider;
  const [isAsking, setIsAsking] = useState(false);
  const change = useWrite(REQUIRE_PROVIDER, { changes: [['people'], ['account']], onDone: () => setIsAsking(false) });
  const action = isRequired ? WORDS.letPasswordsSignIn : WORDS.requireIt;
  return (
    <li className={styles.provider}>
      <div>
        <strong>{name}</strong>
        <p className={styles.note}>{providerNote(provider)}</p>
      </div>
      <Button isSmall disabled={bar !== null} onClick={() => setIsAsking(true)}>
        {action}
      </Button>
      <Confirm
        title={isRequired ? `Stop requiring ${name}?` : `Require ${name}?`}
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action={action}
        onConfirm={() => change.mutate({ id, isRequired: !isRequired })}
        isPending={change.isPending}
        error={change.error}
      >
        <p>{isRequired ? WORDS.passwordsSignInAgain : WORDS.peopleWithItsAddresses}</p>
      </Confirm>
    </li>
  );
}

interface PersonProps {
  person: Person;
  onClose: () => void;
}

/** Whether an owner's password still signs in though a provider is required. */
export function KeepPassword({ person: { id, name, mayUsePassword }, onClose }: PersonProps) {
  const change = useWrite(SET_MARK, { changes: [['people']], onDone: onClose });
  return (
    <Confirm
      title={mayUsePassword ? `Stop keeping the password of ${name}?` : `Keep the password of ${name} working?`}
      isOpen
      onClose={onClose}
      action={mayUsePassword ? WORDS.stopKeepingIt : WORDS.keepIt}
      onConfirm={() => change.mutate({ id, mayUsePassword: !mayUsePassword })}
      isPending={change.isPending}
      error={change.error}
    >
      <p>{mayUsePassword ? WORDS.theySignInByTheCompanyAlone : WORDS.theyGetInWhenTheCompany}</p>
    </Confirm>
  );
}

/** Who a person is at providers, each to be removed. */
export function PersonLinks({ person: { name, identities }, onClose }: PersonProps) {
  const remove = useWrite(REMOVE_IDENTITY, { changes: [['people'], ['account']] });
  return (
    <Dialog title={`Company accounts of ${name}`} isOpen onClose={onClose}>
      <FormBody>
        <p>{(identities ?? []).length === 0 ? WORDS.noLinksAreLeft : WORDS.removingALinkEnds}</p>
        <FormRefusal error={remove.error} />
        <ul>
          {(identities ?? []).map(({ id, providerName, linkedAt }) => (
            <li key={id} className={styles.provider}>
              <span>{`${providerName}, linked ${longDay(linkedAt)}`}</span>
              <Button isSmall disabled={remove.isPending} onClick={() => remove.mutate({ id })}>
                Remove
              </Button>
            </li>
          ))}
        </ul>
        <FormButtons>
          <Button isMain onClick={onClose}>
            Done
          </Button>
        </FormButtons>
      </FormBody>
    </Dialog>
  );
}
