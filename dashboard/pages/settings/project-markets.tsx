import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { count } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { CountryField, countryName } from '../../ui/country-field.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { countryFault, languageFault, marketNameFault, placeFault } from '../../ui/field-faults.words.ts';
import { Field, Form, FormButtons, FormNote, FormRefusal } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal } from '../../ui/states.tsx';
import { ARCHIVE_MARKET, CREATE_MARKET, PROJECT_MARKETS, type ProjectMarket, RENAME_MARKET } from './settings.data.ts';
import styles from './settings.module.css';
import { archivedSentence, marketCapacityFault, placeOf, WORDS } from './settings.words.ts';

/** The places that prompts of the project are asked in beside its country. */
export function Markets() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const bar = useWriteBar();
  const [isCreating, setIsCreating] = useState(false);
  const asked = useQuery({
    queryKey: ['project', id, 'project-markets'],
    queryFn: ({ signal }) => ask(PROJECT_MARKETS, { id }, signal),
  });
  const { project, account } = asked.data ?? {};
  const markets = project?.markets ?? [];
  const full = bar ?? marketCapacityFault(markets.length, account?.limits.marketCapacity);
  const archived = archivedSentence(project?.archived ?? []);
  return (
    <Section label="Markets" finding={WORDS.placesToAskFrom} note={WORDS.aPromptKeepsItsMarket}>
      <Refusal asked={asked} />
      <div className={styles.markets}>
        {project && markets.length === 0 && <p>{WORDS.noMarketsYet}</p>}
        {markets.length > 0 && <MarketTable markets={markets} bar={bar} />}
        {archived && <p className={styles.note}>{archived}</p>}
        {bar === null && full !== null && <p className={styles.note}>{full}</p>}
        <div>
          <Button disabled={full !== null || !project} title={full ?? undefined} onClick={() => setIsCreating(true)}>
            Create market
          </Button>
        </div>
      </div>
      {isCreating && <CreateMarket onClose={() => setIsCreating(false)} />}
    </Section>
  );
}

interface Change {
  kind: 'rename' | 'archive';
  market: ProjectMarket;
}

const LANGUAGES = new Intl.DisplayNames('en', { type: 'language' });

function MarketTable({ markets, bar }: { markets: readonly ProjectMarket[]; bar: string | null }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [change, setChange] = useState<Change | null>(null);
  const close = () => setChange(null);
  const columns: readonly DataColumn<ProjectMarket>[] = [
    { head: 'Market', cell: ({ name }) => <strong className={styles.name}>{name}</strong> },
    {
      head: 'Asked from',
      cell: (market) => <span className={styles.name}>{placeOf(market, countryName(market.country))}</span>,
    },
    { head: 'Language', cell: ({ language }) => (language === null ? '–' : (LANGUAGES.of(language) ?? language)) },
    {
      head: 'Prompts',
      isNumber: true,
      cell: ({ id, name, promptCount }) => (
        <Link
          to="/projects/$projectId/prompts"
          params={{ projectId }}
          search={{ market: id }}
          aria-label={`Prompts of ${name}: ${count(promptCount)}`}
        >
          {count(promptCount)}
        </Link>
      ),
    },
    {
      head: 'Actions',
      cell: (market) => {
        const kept = bar ?? (market.promptCount > 0 ? WORDS.archiveItsPromptsFirst : null);
        return (
          <div className={styles.buttons}>
            <Button
              isSmall
              disabled={bar !== null}
              title={bar ?? undefined}
              aria-label={`Rename ${market.name}`}
              onClick={() => setChange({ kind: 'rename', market })}
            >
              Rename
            </Button>
            <Button
              isSmall
              disabled={kept !== null}
              title={kept ?? undefined}
              aria-label={`Archive ${market.name}`}
              onClick={() => setChange({ kind: 'archive', market })}
            >
              Archive
            </Button>
          </div>
        );
      },
    },
  ];
  return (
    <>
      <DataTable stacks label="Markets" columns={columns} rows={markets} keyOf={({ id }) => id} />
      {change?.kind === 'rename' && <RenameMarket market={change.market} onClose={close} />}
      {change?.kind === 'archive' && <ArchiveMarket market={change.market} onClose={close} />}
    </>
  );
}

const EMPTY = { name: '', country: '', region: '', city: '', language: '' };

function CreateMarket({ onClose }: { onClose: () => void }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [draft, setDraft] = useState(EMPTY);
  const [isChecked, setIsChecked] = useState(false);
  const create = useWrite(CREATE_MARKET, { changes: [['project', projectId]], onDone: onClose });
  const own = marketFaults(draft);
  const faults: Faults = isChecked && Object.keys(own).length > 0 ? own : faultsOf(create.error);
  const set = (next: Partial<typeof EMPTY>) => setDraft((now) => ({ ...now, ...next }));
  const submit = () => {
    setIsChecked(true);
    if (Object.keys(own).length > 0) return;
    const { name, country, ...place } = draft;
    const given = Object.entries(place).filter(([, value]) => value.trim() !== '');
    create.mutate({ projectId, input: { name, country, ...Object.fromEntries(given) } });
  };
  const field = (key: keyof typeof EMPTY) => ({
    name: key,
    value: draft[key],
    onChange: ({ target }: { target: { value: string } }) => set({ [key]: target.value }),
    fault: faults[key],
    autoComplete: 'off',
  });
  return (
    <Dialog title={WORDS.createAMarket} isOpen onClose={onClose}>
      <Form onSubmit={submit} noValidate>
        <FormNote>{WORDS.itsPlaceStaysForGood}</FormNote>
        <Field label="Name" {...field('name')} autoFocus hint={WORDS.asYouWillFindItInLists} />
        <CountryField value={draft.country} onChange={(country) => set({ country })} fault={faults['country']} />
        <div className={styles.pair}>
          <Field label="Region" {...field('region')} hint={WORDS.optionalByItsName} />
          <Field label="City" {...field('city')} hint={WORDS.optionalByItsName} />
        </div>
        <Field label="Language" {...field('language')} hint={WORDS.optionalALanguageCode} />
        <FormRefusal error={create.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={create.isPending}>
            Create
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

type Faults = Readonly<Record<string, string>>;

/** What the service would refuse, by field. */
function marketFaults({ name, country, region, city, language }: typeof EMPTY): Faults {
  const found = {
    name: marketNameFault(name),
    country: countryFault(country),
    region: placeFault(region),
    city: placeFault(city),
    language: languageFault(language),
  };
  return Object.fromEntries(Object.entries(found).flatMap(([key, fault]) => (fault === null ? [] : [[key, fault]])));
}

interface ChangeProps {
  market: ProjectMarket;
  onClose: () => void;
}

function RenameMarket({ market: { id, name }, onClose }: ChangeProps) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [typed, setTyped] = useState(name);
  const [isChecked, setIsChecked] = useState(false);
  const rename = useWrite(RENAME_MARKET, { changes: [['project', projectId]], onDone: onClose });
  const own = marketNameFault(typed);
  const submit = () => {
    setIsChecked(true);
    if (own === null) rename.mutate({ id, name: typed });
  };
  return (
    <Dialog title={`Rename ${name}`} isOpen onClose={onClose}>
      <Form onSubmit={submit} noValidate>
        <Field
          label="Name"
          name="name"
          autoFocus
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          fault={(isChecked ? own : null) ?? faultsOf(rename.error)['name']}
        />
        <FormRefusal error={rename.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={rename.isPending}>
            Rename
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function ArchiveMarket({ market: { id, name }, onClose }: ChangeProps) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const archive = useWrite(ARCHIVE_MARKET, { changes: [['project', projectId]], onDone: onClose });
  return (
    <Confirm
      title={`Archive ${name}?`}
      isOpen
      onClose={onClose}
      action="Archive market"
      onConfirm={() => archive.mutate({ id })}
      isPending={archive.isPending}
      error={archive.error}
    >
      <p>{WORDS.itsAnswersStay}</p>
    </Confirm>
  );
}
