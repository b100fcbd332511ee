import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useSecretWrite, useWrite } from '../../api/use-write.ts';
import { useFrame } from '../../api/viewer.ts';
import { longDay } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormBody, FormButtons, FormRefusal, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Refusal } from '../../ui/states.tsx';
import styles from './settings.module.css';
import {
  CREATE_SHARE_LINK,
  REVOKE_SHARE_LINK,
  SHARE_LINKS,
  type SharedPart,
  type ShareLink,
  UPDATE_SHARE_LINK,
} from './sharing.data.ts';
import { endOf, partsSentence, SHARED_PARTS, visitsOf, WORDS } from './sharing.words.ts';

/** The links that show parts of the project to people without an account. */
export function Sharing() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const isViewer = useFrame().data?.viewer?.role === 'VIEWER';
  const bar = isViewer ? WORDS.viewersOnlySee : null;
  const [isCreating, setIsCreating] = useState(false);
  const asked = useQuery({
    queryKey: ['project', id, 'share-links'],
    queryFn: ({ signal }) => ask(SHARE_LINKS, { id }, signal),
  });
  const links = asked.data?.project?.shareLinks;
  return (
    <Section label="Share" finding={WORDS.showThisProject} note={WORDS.whoHasTheAddress}>
      <Refusal asked={asked} />
      <div className={styles.markets}>
        {links?.length === 0 && <p>{WORDS.noLinksYet}</p>}
        {links && links.length > 0 && <LinkTable links={links.toReversed()} bar={bar} />}
        {bar && <p className={styles.note}>{bar}</p>}
        <div>
          <Button disabled={bar !== null || !links} onClick={() => setIsCreating(true)}>
            Create link
          </Button>
        </div>
      </div>
      {isCreating && <CreateLink onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

interface Change {
  kind: 'change' | 'revoke';
  link: ShareLink;
}

function LinkTable({ links, bar }: { links: readonly ShareLink[]; bar: string | null }) {
  const [change, setChange] = useState<Change | null>(null);
  const now = new Date();
  const columns: readonly DataColumn<ShareLink>[] = [
    {
      head: 'Link',
      cell: ({ name, hasPassword }) => (
        <span className={styles.name}>
          <strong>{name}</strong>
          {hasPassword && ' · password'}
        </span>
      ),
    },
    { head: 'Shows', cell: ({ shows }) => partsSentence(shows) },
    { head: 'Created', cell: ({ createdAt, createdByName }) => `${longDay(createdAt)}${by(createdByName)}` },
    { head: 'Good', cell: (link) => endOf(link, now) },
    { head: 'Opened', cell: visitsOf },
    {
      head: 'Actions',
      cell: (link) =>
        link.revokedAt === null && (
          <div className={styles.buttons}>
            <Button
              isSmall
              disabled={bar !== null}
              aria-label={`Change ${link.name}`}
              onClick={() => setChange({ kind: 'change', link })}
            >
              Change
            </Button>
            <Button
              isSmall
              disabled={bar !== null}
              aria-label={`Revoke ${link.name}`}
              onClick={() => setChange({ kind: 'revoke', link })}
            >
              Revoke
            </Button>
          </div>
        ),
    },
  ];
  const close = () => setChange(null);
  return (
    <>
      <DataTable stacks label="Share links" columns={columns} rows={links} keyOf={({ id }) => id} />
      {change?.kind === 'change' && <ChangeLink link={change.link} onClose={close} />}
      {change?.kind === 'revoke' && <RevokeLink link={change.link} onClose={close} />}
    </>
  );
}

const by = (name: string | null) => (name === null ? '' : `, ${name}`);

interface PartsProps {
  shows: readonly SharedPart[];
  setShows: (next: readonly SharedPart[]) => void;
  fault: string | undefined;
}

function Parts({ shows, setShows, fault }: PartsProps) {
  return (
    <fieldset className={styles.group} aria-describedby={fault && 'shows-fault'}>
      <legend className={styles.legend}>{WORDS.whatItShows}</legend>
      {SHARED_PARTS.map(({ id, name }) => (
        <label key={id} className={styles.choice}>
          <input
            type="checkbox"
            checked={shows.includes(id)}
            onChange={({ target }) => setShows(target.checked ? [...shows, id] : shows.filter((part) => part !== id))}
          />
          {name}
        </label>
      ))}
      {fault && (
        <p id="shows-fault" className={styles.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}

interface Created {
  url: string;
  hasPassword: boolean;
}

/** Creates a link and shows its address, once: it is forgotten as the dialog closes. */
function CreateLink({ onClose }: { onClose: () => void }) {
  const [created, setCreated] = useState<Created | null>(null);
  return (
    <Dialog
      title={created ? WORDS.yourNewLink : WORDS.createALink}
      isOpen
      onClose={onClose}
      isSticky={created !== null}
    >
      {created ? (
        <FormBody>
          <p>{created.hasPassword ? WORDS.copyItNowWithPassword : WORDS.copyItNow}</p>
          <ShownOnce label="Share link" secret={created.url} />
          <FormButtons>
            <Button isMain onClick={onClose}>
              Done
            </Button>
          </FormButtons>
        </FormBody>
      ) : (
        <CreateForm onCreated={setCreated} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateForm({ onCreated, onClose }: { onCreated: (created: Created) => void; onClose: () => void }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [shows, setShows] = useState<readonly SharedPart[]>(['OVERVIEW']);
  const { mutate, isPending, error } = useSecretWrite([['project', projectId, 'share-links']]);
  const submit = (form: FormData) => {
    const password = textOf(form, 'password');
    const input = {
      name: textOf(form, 'name'),
      expiresInDays: daysOf(form),
      password: password === '' ? null : password,
      shows: [...shows],
    };
    mutate(async () => {
      const { createShareLink } = await ask(CREATE_SHARE_LINK, { projectId, input });
      if (createShareLink) onCreated({ url: createShareLink.url, hasPassword: password !== '' });
    });
  };
  const faults = faultsOf(error);
  const missing = shows.length === 0 ? WORDS.chooseOnePart : undefined;
  return (
    <Form onSubmit={submit}>
      <FormRefusal error={error} />
      <Field
        label="Name"
        name="name"
        required
        maxLength={200}
        autoFocus
        fault={faults['name']}
        hint={WORDS.forYourTeam}
      />
      <Parts shows={shows} setShows={setShows} fault={missing ?? faults['shows']} />
      <Field
        label={WORDS.endsInDays}
        name="expiresInDays"
        type="number"
        min={1}
        max={365}
        required
        defaultValue={90}
        fault={faults['expiresInDays']}
        hint={WORDS.daysHint}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        minLength={8}
        maxLength={256}
        autoComplete="new-password"
        fault={faults['password']}
        hint={WORDS.passwordHint}
      />
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending || missing !== undefined}>
          Create
        </Button>
      </FormButtons>
    </Form>
  );
}

const daysOf = (form: FormData) => Number(textOf(form, 'expiresInDays'));

interface ChangeProps {
  link: ShareLink;
  onClose: () => void;
}

function ChangeLink({ link, onClose }: ChangeProps) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [shows, setShows] = useState<readonly SharedPart[]>(link.shows);
  const { mutate, isPending, error } = useSecretWrite([['project', projectId, 'share-links']]);
  const submit = (form: FormData) => {
    const password = textOf(form, 'password');
    const isOpen = form.get('noPassword') !== null;
    const input = {
      name: textOf(form, 'name'),
      shows: [...shows],
      ...(textOf(form, 'expiresInDays') !== '' && { expiresInDays: daysOf(form) }),
      ...((isOpen || password !== '') && { password: isOpen ? null : password }),
    };
    mutate(async () => {
      await ask(UPDATE_SHARE_LINK, { id: link.id, input });
      onClose();
    });
  };
  const faults = faultsOf(error);
  const missing = shows.length === 0 ? WORDS.chooseOnePart : undefined;
  return (
    <Dialog title={`Change ${link.name}`} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <FormRefusal error={error} />
        <Field label="Name" name="name" required maxLength={200} defaultValue={link.name} fault={faults['name']} />
        <Parts shows={shows} setShows={setShows} fault={missing ?? faults['shows']} />
        <Field
          label={WORDS.endsInDays}
          name="expiresInDays"
          type="number"
          min={1}
          max={365}
          fault={faults['expiresInDays']}
          hint={WORDS.daysKept}
        />
        <Field
          label={WORDS.newPassword}
          name="password"
          type="password"
          minLength={8}
          maxLength={256}
          autoComplete="new-password"
          fault={faults['password']}
          hint={WORDS.newPasswordHint}
        />
        {link.hasPassword && (
          <label className={styles.choice}>
            <input type="checkbox" name="noPassword" />
            {WORDS.askForNoPassword}
          </label>
        )}
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending || missing !== undefined}>
            Save
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function RevokeLink({ link, onClose }: ChangeProps) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const revoke = useWrite(REVOKE_SHARE_LINK, {
    changes: [['project', projectId, 'share-links']],
    onDone: onClose,
  });
  return (
    <Confirm
      title={`Revoke ${link.name}?`}
      isOpen
      onClose={onClose}
      action={WORDS.revokeLink}
      onConfirm={() => revoke.mutate({ id: link.id })}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <p>{WORDS.itEndsAtOnce}</p>
    </Confirm>
  );
}
