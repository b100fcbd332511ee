import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import type { Platform } from '../../api/gql.ts';
import { faultsOf, useSecretWrite, useWrite } from '../../api/use-write.ts';
import { useFrame } from '../../api/viewer.ts';
import { longDay } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormBody, FormButtons, FormRefusal, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { Refusal } from '../../ui/states.tsx';
import { CREATE_FEED, FEEDS, type Feed, type FeedKind, type FeedWindow, REVOKE_FEED } from './feed-list.data.ts';
import { contentOf, FEED_KINDS, FEED_WINDOWS, useOf, WORDS } from './feed-list.words.ts';
import styles from './settings.module.css';

/** The files of the project at addresses that programs read without a key. */
export function Feeds() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const viewer = useFrame().data?.viewer;
  const bar = viewer?.role === 'VIEWER' ? WORDS.viewersOnlySee : null;
  const [isCreating, setIsCreating] = useState(false);
  const asked = useQuery({
    queryKey: ['project', id, 'feeds'],
    queryFn: ({ signal }) => ask(FEEDS, { id }, signal),
  });
  const feeds = asked.data?.project?.feeds;
  return (
    <Section label="Feeds" finding={WORDS.readByPrograms} note={WORDS.anAddressIsAPassword}>
      <Refusal asked={asked} />
      <div className={styles.markets}>
        {feeds?.length === 0 && <p>{WORDS.noFeedsYet}</p>}
        {feeds && feeds.length > 0 && <FeedTable feeds={feeds.toReversed()} bar={bar} />}
        {bar && <p className={styles.note}>{bar}</p>}
        <div>
          <Button disabled={bar !== null || !feeds} onClick={() => setIsCreating(true)}>
            {WORDS.createFeed}
          </Button>
        </div>
      </div>
      {isCreating && <CreateFeed onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

function FeedTable({ feeds, bar }: { feeds: readonly Feed[]; bar: string | null }) {
  const [revoked, setRevoked] = useState<Feed | null>(null);
  const columns: readonly DataColumn<Feed>[] = [
    { head: 'Feed', cell: ({ name }) => <strong className={styles.name}>{name}</strong> },
    { head: 'Holds', cell: contentOf },
    { head: 'Address ends with', cell: ({ ending }) => <code>{ending}</code> },
    { head: 'Created', cell: ({ createdAt, createdByName }) => `${longDay(createdAt)}${by(createdByName)}` },
    { head: 'Used', cell: useOf },
    {
      head: 'Actions',
      cell: (feed) =>
        feed.revokedAt === null && (
          <Button isSmall disabled={bar !== null} aria-label={`Revoke ${feed.name}`} onClick={() => setRevoked(feed)}>
            Revoke
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable stacks label="Feeds" columns={columns} rows={feeds} keyOf={({ id }) => id} />
      {revoked && <RevokeFeed feed={revoked} onClose={() => setRevoked(null)} />}
    </>
  );
}

const by = (name: string | null) => (name === null ? '' : `, ${name}`);

/** Creates a feed and shows its address, once: it is forgotten as the dialog closes. */
function CreateFeed({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  return (
    <Dialog title={url ? WORDS.yourNewFeed : WORDS.createAFeed} isOpen onClose={onClose} isSticky={url !== null}>
      {url ? (
        <FormBody>
          <p>{WORDS.copyItNow}</p>
          <ShownOnce label="Feed" secret={url} />
          <p>{WORDS.inASheet}</p>
          <FormButtons>
            <Button isMain onClick={onClose}>
              Done
            </Button>
          </FormButtons>
        </FormBody>
      ) : (
        <CreateForm onCreated={setUrl} onClose={onClose} />
      )}
    </Dialog>
  );
}

function CreateForm({ onCreated, onClose }: { onCreated: (url: string) => void; onClose: () => void }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [platforms, setPlatforms] = useState<readonly Platform[]>([]);
  const { mutate, isPending, error } = useSecretWrite([['project', projectId, 'feeds']]);
  const submit = (form: FormData) => {
    const input = {
      name: textOf(form, 'name'),
      // Both are chosen of these lists.
      kind: textOf(form, 'kind') as FeedKind,
      window: textOf(form, 'window') as FeedWindow,
      platforms: platforms.length > 0 ? [...platforms] : null,
    };
    mutate(async () => {
      const { createFeed } = await ask(CREATE_FEED, { projectId, input });
      if (createFeed) onCreated(createFeed.url);
    });
  };
  const faults = faultsOf(error);
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
      <Choice label={WORDS.whatItHolds} name="kind" fault={faults['kind']}>
        {FEED_KINDS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <Choice
        label={WORDS.reachesBack}
        name="window"
        defaultValue="D30"
        fault={faults['window']}
        hint={WORDS.listsAreOfNow}
      >
        {FEED_WINDOWS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Choice>
      <fieldset className={styles.group}>
        <legend className={styles.legend}>{WORDS.onlyPlatforms}</legend>
        {PLATFORMS.map(({ id, name }) => (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              checked={platforms.includes(id)}
              onChange={({ target }) =>
                setPlatforms(target.checked ? [...platforms, id] : platforms.filter((one) => one !== id))
              }
            />
            {name}
          </label>
        ))}
        <p className={styles.note}>{WORDS.noneIsAll}</p>
      </fieldset>
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          Create
        </Button>
      </FormButtons>
    </Form>
  );
}

function RevokeFeed({ feed, onClose }: { feed: Feed; onClose: () => void }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const revoke = useWrite(REVOKE_FEED, { changes: [['project', projectId, 'feeds']], onDone: onClose });
  return (
    <Confirm
      title={`Revoke ${feed.name}?`}
      isOpen
      onClose={onClose}
      action={WORDS.revokeFeed}
      onConfirm={() => revoke.mutate({ id: feed.id })}
      isPending={revoke.isPending}
      error={revoke.error}
    >
      <p>{WORDS.itEndsAtOnce}</p>
    </Confirm>
  );
}
