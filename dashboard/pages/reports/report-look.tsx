import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useFrame } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, FieldFrame, Form, FormButtons, FormRefusal, Saved, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { type Branding, type Schedules, UPDATE_BRANDING } from './reports.data.ts';
import styles from './reports.module.css';
import { WORDS } from './reports.words.ts';

interface Props {
  branding: Branding;
  people: NonNullable<Schedules['holders']>;
}

/** The name, colour and logo that reports of the account have; for its owners. */
export function ReportLook({ branding, people }: Props) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const role = useFrame().data?.viewer?.role;
  const isOwner = role === 'OWNER';
  const save = useWrite(UPDATE_BRANDING, { changes: [['project', projectId, 'report-schedules']] });
  const [isReading, setIsReading] = useState(false);
  const faults = faultsOf(save.error);
  const submit = async (form: FormData) => {
    setIsReading(true);
    const logo = await base64Of(form.get('logo'));
    setIsReading(false);
    const given = (name: string) => textOf(form, name).trim() || null;
    const input = { name: given('name'), color: given('color'), replyToId: given('replyToId') };
    save.mutate({ input: logo === null ? input : { ...input, logo } });
  };
  return (
    <Section label="Look" finding={WORDS.lookOfReports} note={WORDS.lookNote}>
      {role !== undefined && !isOwner && <p>{WORDS.onlyOwners}</p>}
      {branding.logoUrl && <img src={branding.logoUrl} alt={WORDS.logoOfReports} className={styles.logo} />}
      {isOwner && (
        <Form noValidate onSubmit={(form) => void submit(form)}>
          <Field
            label="Name"
            name="name"
            defaultValue={branding.name ?? ''}
            hint={WORDS.nameHint}
            fault={faults['name']}
          />
          <Field
            label="Colour"
            name="color"
            defaultValue={branding.color ?? ''}
            hint={WORDS.colorHint}
            fault={faults['color']}
          />
          <FieldFrame label="Logo" hint={WORDS.logoHint} fault={faults['logo']}>
            {(described) => <input {...described} type="file" name="logo" accept="image/png,image/jpeg" />}
          </FieldFrame>
          <Choice
            label={WORDS.answersGoTo}
            name="replyToId"
            defaultValue={branding.replyToId ?? ''}
            fault={faults['replyToId']}
          >
            <option value="">{WORDS.theSender}</option>
            {people
              .filter(({ disabledAt }) => disabledAt === null)
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Choice>
          <FormRefusal error={save.error} />
          <FormButtons>
            <Saved isSaved={save.isSuccess} />
            {branding.logoUrl && (
              <Button disabled={save.isPending} onClick={() => save.mutate({ input: { logo: null } })}>
                Remove logo
              </Button>
            )}
            <Button isMain type="submit" disabled={save.isPending || isReading}>
              Save look
            </Button>
          </FormButtons>
        </Form>
      )}
    </Section>
  );
}

/** What was chosen, as base64; null where nothing was. */
async function base64Of(file: FormDataEntryValue | null): Promise<string | null> {
  if (!(file instanceof File) || file.size === 0) return null;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error('the file could not be read'));
    reader.readAsDataURL(file);
  });
  return url.slice(url.indexOf(',') + 1);
}
