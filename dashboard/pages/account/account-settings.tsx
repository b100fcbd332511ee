import { faultsOf, useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, Form, FormButtons, FormRefusal, Saved, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { type Account, UPDATE_ACCOUNT } from './account.data.ts';
import styles from './account.module.css';
import { CADENCE_NAMES, WORDS } from './account.words.ts';

/** The account's own name and how often new prompts are asked; for owners to change. */
export function AccountSettings({ account, isOwner }: { account: Account; isOwner: boolean }) {
  const { name, cadence } = account;
  return (
    <Section
      label="Account"
      finding={`${name} asks new prompts ${CADENCE_NAMES[cadence]}.`}
      note={WORDS.eachPromptCanHaveItsOwn}
    >
      {isOwner ? <SettingsForm account={account} /> : <p className={styles.note}>{WORDS.onlyOwnersCanChangeTheName}</p>}
    </Section>
  );
}

function SettingsForm({ account: { name, cadence } }: { account: Account }) {
  const update = useWrite(UPDATE_ACCOUNT, { changes: [['account'], ['frame']] });
  const submit = (form: FormData) => {
    const asked = textOf(form, 'cadence') === 'DAILY' ? 'DAILY' : 'WEEKLY';
    update.mutate({ input: { name: textOf(form, 'accountName'), cadence: asked } });
  };
  const faults = faultsOf(update.error);
  return (
    <div className={styles.narrow}>
      <Form onSubmit={submit}>
        <FormRefusal error={update.error} />
        <Field label="Account name" name="accountName" required defaultValue={name} fault={faults['name']} />
        <Choice
          label="Cadence"
          name="cadence"
          defaultValue={cadence}
          fault={faults['cadence']}
          hint={WORDS.howOftenNewPromptsAreAsked}
        >
          <option value="DAILY">Daily</option>
          <option value="WEEKLY">Weekly</option>
        </Choice>
        <FormButtons>
          <Saved isSaved={update.isSuccess} />
          <Button type="submit" disabled={update.isPending}>
            Save account
          </Button>
        </FormButtons>
      </Form>
    </div>
  );
}
