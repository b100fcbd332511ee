import { Link, useParams } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState } from 'react';
import type { Platform } from '../../api/gql.ts';
import { readFilters } from '../../filters.ts';
import { day, instant, percent, plural } from '../../format.ts';
import { PLATFORMS } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformMark, PlatformName } from '../../ui/platform-name.tsx';
import { VirtualRows } from '../../ui/virtual-rows.tsx';
import type { Prompt, PromptCell } from './prompts.data.ts';
import styles from './prompts.module.css';
import { nextOf, stageName, stateOf, WORDS } from './prompts.words.ts';
import { SelectionBar } from './selection-bar.tsx';

/** About how high a row is, in pixels. */
const ROW_HEIGHT = 68;

interface Props {
  rows: readonly Prompt[];
  /** How many the list has, those that are not loaded yet included. */
  total: number;
  /** Why nothing may be changed; null where it may. */
  bar: string | null;
  /** The project is: none of its prompts is due. */
  isPaused: boolean;
  onEnd: () => void;
}

/** The prompts as rows, those in sight alone; some can be selected, and changed together. */
export function PromptTable({ rows, total, bar, isPaused, onEnd }: Props) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string, isSelected: boolean) => {
    setSelected((now) => {
      const next = new Set(now);
      if (isSelected) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const chosen = useMemo(() => rows.filter(({ id }) => selected.has(id)), [rows, selected]);
  const isAll = chosen.length === rows.length;
  return (
    <section aria-label="Prompts">
      <div className={styles.head}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={WORDS.selectAllShown}
          disabled={bar !== null}
          title={bar ?? undefined}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = chosen.length > 0 && !isAll;
          }}
          onChange={() => setSelected(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}
        />
        <span>{countOf(rows.length, total)}</span>
        <span className={styles.platforms} aria-hidden="true">
          {PLATFORMS.map(({ id }) => (
            <PlatformName key={id} platform={id} />
          ))}
        </span>
        <span className={styles.when} aria-hidden="true">
          {WORDS.lastAskedNext}
        </span>
      </div>
      {chosen.length > 0 && <SelectionBar chosen={chosen} onClear={() => setSelected(new Set())} />}
      <VirtualRows label="Prompts" rows={rows} keyOf={({ id }) => id} height={ROW_HEIGHT} onEnd={onEnd}>
        {(prompt) => (
          <PromptRow
            prompt={prompt}
            isSelected={selected.has(prompt.id)}
            onSelect={toggle}
            bar={bar}
            isPaused={isPaused}
          />
        )}
      </VirtualRows>
    </section>
  );
}

function countOf(shown: number, total: number): string {
  return shown < total ? `${shown} of ${plural(total, 'prompt')}` : plural(total, 'prompt');
}

interface PromptRowProps {
  prompt: Prompt;
  isSelected: boolean;
  onSelect: (id: string, isSelected: boolean) => void;
  /** Why nothing may be changed; null where it may. */
  bar: string | null;
  /** The project is: none of its prompts is due. */
  isPaused: boolean;
}

/** A prompt: its question, how it stands, and how often answers on each platform name the brand. */
const PromptRow = memo(({ prompt, isSelected, onSelect, bar, isPaused }: PromptRowProps) => {
  const { id, promptText, visibility } = prompt;
  const cells = new Map((visibility?.byPlatform ?? []).map((cell) => [cell.platform, cell]));
  return (
    <div className={styles.row} data-selected={isSelected}>
      <input
        type="checkbox"
        className={styles.check}
        aria-label={`Select “${promptText}”`}
        checked={isSelected}
        disabled={bar !== null}
        title={bar ?? undefined}
        onChange={({ target }) => onSelect(id, target.checked)}
      />
      <Question prompt={prompt} />
      <div className={styles.cells}>
        {PLATFORMS.map((platform) => (
          <Share
            key={platform.id}
            promptId={id}
            platform={platform.id}
            name={platform.name}
            cell={cells.get(platform.id)}
          />
        ))}
      </div>
      <When prompt={prompt} isPaused={isPaused} />
    </div>
  );
});

function Question({ prompt }: { prompt: Prompt }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId/prompts' });
  const { id, promptText, tags, category, stage, market, wordingOfId, isBranded, monitoringFrequency } = prompt;
  const { word, kind, detail } = stateOf(prompt);
  const cadence = monitoringFrequency === 'DAILY' ? 'daily' : 'weekly';
  return (
    <div className={styles.question}>
      <Link
        to="/projects/$projectId/prompts/$promptId"
        params={{ projectId, promptId: id }}
        search={(now) => readFilters(now)}
        className={styles.text}
      >
        {promptText}
      </Link>
      <p className={styles.facts}>
        <span className={styles.promptRowState} data-kind={kind} title={detail ?? undefined}>
          {kind === 'asked' ? `Asked ${cadence}` : `${word}, ${cadence}`}
        </span>
        {isBranded && <span className={styles.branded}>{WORDS.namesTheBrand}</span>}
        {category !== null && <span className={styles.group}>{category}</span>}
        {stage !== null && <span className={styles.group}>{stageName(stage)}</span>}
        {market && <span className={styles.group}>{market.name}</span>}
        {wordingOfId !== null && <span>{WORDS.anotherWording}</span>}
        {tags.map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
      </p>
    </div>
  );
}

interface ShareProps {
  promptId: string;
  platform: Platform;
  name: string;
  cell: PromptCell | undefined;
}

/** Five shades, each with a colour of text that can be read on it. */
const levelOf = (score: number) => Math.min(4, Math.floor(score / 20));

function Share({ promptId, platform, name, cell }: ShareProps) {
  if (!cell || cell.responseCount === 0) {
    return (
      <span className={styles.cell} title={`${name}: no answers`}>
        <Mark platform={platform} />–
      </span>
    );
  }
  const { visibilityScore, brandMentionCount, responseCount, confidence } = cell;
  const bounds = confidence ? `, ${percent(confidence.low)} to ${percent(confidence.high)}` : '';
  return (
    <span
      className={styles.cell}
      data-level={levelOf(visibilityScore)}
      title={`${name}: ${brandMentionCount} of ${plural(responseCount, 'answer')}${bounds}`}
    >
      <Mark platform={platform} />
      <AnswersLink prompt={promptId} platform={platform}>
        <span className={styles.share}>{percent(visibilityScore)}</span>{' '}
        <span className={styles.n}>{`of ${responseCount}`}</span>
      </AnswersLink>
    </span>
  );
}

/** Where there is no room for a head of columns, each number tells its platform. */
function Mark({ platform }: { platform: Platform }) {
  return (
    <span className={styles.mark}>
      <PlatformMark platform={platform} />
    </span>
  );
}

function When({ prompt, isPaused }: { prompt: Prompt; isPaused: boolean }) {
  const { lastAnsweredAt, nextRunAt } = prompt;
  return (
    <p className={styles.promptRowWhen}>
      <span title={lastAnsweredAt ? instant(lastAnsweredAt) : undefined}>
        {lastAnsweredAt ? day(lastAnsweredAt) : 'not yet'}
      </span>
      <span className={styles.next} title={nextRunAt ? instant(nextRunAt) : undefined}>
        {nextOf(prompt, isPaused)}
      </span>
    </p>
  );
}
