import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useWriteBar } from '../../api/viewer.ts';
import { BRANDINGS, readFilters, STAGES } from '../../filters.ts';
import { count, plural } from '../../format.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { stageName } from '../prompts/prompts.words.ts';
import { AddSuggestions, AT_ONCE } from './add-suggestions.tsx';
import { SearchTermFiles } from './search-term-files.tsx';
import {
  ORIGINS,
  originOf,
  type Suggestion,
  useSuggestionFilters,
  useSuggestionPlan,
  useSuggestions,
} from './suggestions.data.ts';
import styles from './suggestions.module.css';
import { reasonOf, WORDS } from './suggestions.words.ts';

/** What might be asked: of what people searched for before they saw the site, or of the project's topic. */
export function Suggestions() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [filters, setFilters] = useSuggestionFilters();
  const asked = useSuggestions();
  const plan = useSuggestionPlan();
  const { account, project } = plan.data ?? {};
  const pages = asked.data?.pages;
  const rows = useMemo(() => suggestionsOf(pages ?? []), [pages]);
  return (
    <>
      <PageHead title="Suggestions">
        <ButtonLink to="/projects/$projectId/prompts" params={{ projectId }} search={(now) => readFilters(now)}>
          Prompts
        </ButtonLink>
      </PageHead>
      <p className={styles.note}>{WORDS.whatNoPromptAsksYet}</p>
      <Tabs
        label={WORDS.whereSuggestionsComeFrom}
        chosen={originOf(filters).word}
        choices={ORIGINS}
        choose={(origin) => setFilters({ origin })}
      />
      <Tools markets={project?.markets ?? []} />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {asked.data && (
        <div className={styles.page} aria-busy={asked.isPlaceholderData}>
          {rows.length === 0 ? (
            <Nothing hasFiles={(project?.searchTermFiles ?? []).length > 0} />
          ) : (
            <Listed key={`${originOf(filters).word} ${filters.market}`} rows={rows} plan={plan.data} />
          )}
          {asked.hasNextPage && (
            <Button disabled={asked.isFetchingNextPage} onClick={() => asked.fetchNextPage()}>
              {WORDS.showMore}
            </Button>
          )}
        </div>
      )}
      <Refusal asked={plan} />
      {account && project && <SearchTermFiles files={project.searchTermFiles} />}
    </>
  );
}

/** Each text once, though pages may overlap where prompts were added between them. */
function suggestionsOf(pages: readonly { nodes: Suggestion[] }[]): Suggestion[] {
  const nodes = pages.flatMap((page) => page.nodes);
  return [...new Map(nodes.map((node) => [`${node.source} ${node.text}`, node])).values()];
}

/** Narrows the list by stage, brand and market; the choice stands in the address. */
function Tools({ markets }: { markets: readonly { id: string; name: string }[] }) {
  const [{ stage, brand, market }, setFilters] = useSuggestionFilters();
  return (
    <div className={styles.tools}>
      <select
        aria-label="Stage"
        className={styles.select}
        value={stage ?? ''}
        onChange={({ target }) => setFilters({ stage: STAGES.find(({ word }) => word === target.value)?.word })}
      >
        <option value="">All stages</option>
        {STAGES.map(({ word, name }) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Brand"
        className={styles.select}
        value={brand ?? ''}
        onChange={({ target }) => setFilters({ brand: BRANDINGS.find(({ word }) => word === target.value)?.word })}
      >
        <option value="">{WORDS.withOrWithoutTheBrand}</option>
        {BRANDINGS.map(({ word, name }) => (
          <option key={word} value={word}>
            {name}
          </option>
        ))}
      </select>
      {(markets.length > 0 || market) && (
        <select
          aria-label="Market"
          className={styles.select}
          value={market ?? ''}
          onChange={({ target }) => setFilters({ market: target.value || undefined })}
        >
          <option value="">{WORDS.projectCountry}</option>
          {markets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Nothing({ hasFiles }: { hasFiles: boolean }) {
  const [filters, setFilters] = useSuggestionFilters();
  const isOfTerms = originOf(filters).id === 'SEARCH_TERMS';
  if (isOfTerms && !hasFiles) {
    return (
      <Empty title={WORDS.noSearchTermsYet}>
        <p>{WORDS.uploadThemBelow}</p>
        <Button onClick={() => setFilters({ origin: 'topic' })}>{WORDS.seeQuestionsAboutYourTopic}</Button>
      </Empty>
    );
  }
  const isNarrowed = filters.stage !== undefined || filters.brand !== undefined;
  return (
    <Empty title={isNarrowed ? WORDS.nothingMatches : WORDS.allOfThemAreAsked}>
      {isNarrowed && (
        <Button onClick={() => setFilters({ stage: undefined, brand: undefined })}>{WORDS.showAllSuggestions}</Button>
      )}
    </Empty>
  );
}

interface ListedProps {
  rows: readonly Suggestion[];
  plan: ReturnType<typeof useSuggestionPlan>['data'];
}

/** The suggestions, some of which can be selected and added together. */
function Listed({ rows, plan }: ListedProps) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAdding, setIsAdding] = useState(false);
  const bar = useWriteBar();
  const chosen = rows.filter(({ text }) => selected.has(text));
  const isAll = chosen.length === rows.length;
  const toggle = (text: string) =>
    setSelected((now) => new Set(now.has(text) ? [...now].filter((one) => one !== text) : [...now, text]));
  const off = bar ?? (chosen.length > AT_ONCE ? `At most ${AT_ONCE} at once` : null);
  return (
    <section aria-label="Suggestions">
      <div className={styles.head}>
        <label className={styles.all}>
          <input
            type="checkbox"
            className={styles.check}
            disabled={bar !== null}
            title={bar ?? undefined}
            checked={isAll}
            onChange={() => setSelected(isAll ? new Set() : new Set(rows.map(({ text }) => text)))}
          />
          {WORDS.selectAllShown}
        </label>
        <span role="status">{chosen.length > 0 ? `${count(chosen.length)} selected` : ''}</span>
        <Button
          isMain
          disabled={off !== null || chosen.length === 0 || !plan?.account || !plan.project}
          title={off ?? undefined}
          onClick={() => setIsAdding(true)}
        >
          {chosen.length === 0 ? 'Add prompts' : `Add ${plural(chosen.length, 'prompt')}`}
        </Button>
      </div>
      <ul className={styles.list} aria-label="Suggestions">
        {rows.map((row) => (
          <Row
            key={`${row.source} ${row.text}`}
            row={row}
            isSelected={selected.has(row.text)}
            onToggle={toggle}
            bar={bar}
          />
        ))}
      </ul>
      {plan?.account && plan.project && (
        <AddSuggestions
          isOpen={isAdding}
          onClose={() => setIsAdding(false)}
          onAdded={() => setSelected(new Set())}
          chosen={chosen}
          account={plan.account}
          project={plan.project}
        />
      )}
    </section>
  );
}

interface RowProps {
  row: Suggestion;
  isSelected: boolean;
  onToggle: (text: string) => void;
  /** Why nothing may be added; null where it may. */
  bar: string | null;
}

/** A text, why it is suggested, and which searches it is for. */
function Row({ row, isSelected, onToggle, bar }: RowProps) {
  const { text, stage, isBranded, terms } = row;
  return (
    <li className={styles.row} data-selected={isSelected}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={`Select “${text}”`}
        checked={isSelected}
        disabled={bar !== null}
        title={bar ?? undefined}
        onChange={() => onToggle(text)}
      />
      <div className={styles.what}>
        <p className={styles.text}>
          <bdi>{text}</bdi>
        </p>
        <p className={styles.facts}>
          {stage !== null && <span className={styles.group}>{stageName(stage)}</span>}
          {isBranded && <span className={styles.group}>{WORDS.namesTheBrand}</span>}
          <span>{reasonOf(row)}</span>
        </p>
        {terms.length > 1 && <Terms row={row} />}
      </div>
    </li>
  );
}

/** The searches that are one suggestion. */
function Terms({ row: { terms } }: { row: Suggestion }) {
  return (
    <details className={styles.terms}>
      <summary>{`${WORDS.searchesOfNearlyTheSameWords} (${terms.length})`}</summary>
      <ul>
        {terms.map(({ term, impressions, clicks }) => (
          <li key={term}>
            <bdi>{term}</bdi>
            {`: ${count(impressions)} shown, ${count(clicks)} opened`}
          </li>
        ))}
      </ul>
    </details>
  );
}
