import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { instant, longDay } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Host, OutLink } from '../../ui/domain.tsx';
import { MarkedText } from '../../ui/marked-text.tsx';
import type { Mark } from '../../ui/marks.ts';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { Tone } from './answer-list.tsx';
import { placeOf, type ReadAnswer, UNDO_CORRECTION, useAnswer } from './answers.data.ts';
import styles from './answers.module.css';
import { correctionSentence, WORDS } from './answers.words.ts';

const CorrectionDialog = lazy(() =>
  import('./correction-dialog.tsx').then((module) => ({ default: module.CorrectionDialog })),
);

interface Props {
  projectId: string;
  place: string;
  /** Whether it stands beside the list; otherwise it has a way back. */
  isWide: boolean;
}

/** Where an answer is read. Beside the list it scrolls by itself, and takes the focus so that the keyboard can. */
export function ReaderPane({ projectId, place, isWide }: Props) {
  const settled = useSettled(place);
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is read from its beginning
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
  }, [settled]);
  return (
    <section ref={pane} className={styles.reader} tabIndex={isWide ? 0 : undefined} aria-label="Reader">
      {!isWide && (
        <Link to="." search={(now) => ({ ...now, answer: undefined })} resetScroll={false} className={styles.back}>
          {WORDS.backToTheList}
        </Link>
      )}
      <Reader projectId={projectId} place={settled} />
    </section>
  );
}

const QUIET_MS = 200;

/** A value that may change many times a second: the first change at once, further ones when they have come to rest. */
function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const now = performance.now();
    const wait = now - changedAt.current > QUIET_MS ? 0 : QUIET_MS;
    changedAt.current = now;
    const timer = setTimeout(() => setSettled(value), wait);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

interface ReaderProps {
  projectId: string;
  /** `2026-11-22.<id>` */
  place: string;
}

/** One answer: what was asked, who answered and when, its tone and why, and its text with every name marked. */
function Reader({ projectId, place }: ReaderProps) {
  const asked = useAnswer(projectId, place);
  const answer = asked.data?.response;
  return (
    <>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={2} />}
      {asked.data && !answer && (
        <Empty title={WORDS.thisAnswerIsNotAvailable}>
          <p>{WORDS.itsTextIsNoLongerStored}</p>
        </Empty>
      )}
      {answer && (
        <article aria-label="Answer" aria-busy={asked.isPlaceholderData} className={styles.answer}>
          <Whole projectId={projectId} answer={answer} />
        </article>
      )}
    </>
  );
}

function Whole({ projectId, answer }: { projectId: string; answer: ReadAnswer }) {
  const { text, platform, model, answeredAt, prompt, question, citations, searches } = answer;
  const marks = useMemo(() => marksOf(answer), [answer]);
  const own = `${location.origin}/dashboard/projects/${projectId}/answers?answer=${placeOf(answer)}`;
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.question}>
          <bdi>{prompt?.promptText ?? question}</bdi>
        </h2>
        <p className={styles.readerSource}>
          <PlatformName platform={platform} />
          {model !== null && <bdi>{model}</bdi>}
          <time dateTime={answeredAt}>{instant(answeredAt)}</time>
        </p>
        <div className={styles.tools}>
          <CopyLink url={own} />
          {prompt && (
            <Link to="/projects/$projectId/prompts/$promptId" params={{ projectId, promptId: prompt.id }}>
              {WORDS.allAnswersToThisPrompt}
            </Link>
          )}
        </div>
      </header>
      <ToneOf answer={answer} />
      <Named projectId={projectId} answer={answer} />
      <Corrected key={`correction of ${answer.id}`} projectId={projectId} answer={answer} />
      <MarkedText key={answer.id} text={text} marks={marks} />
      {searches.length > 0 && <SearchedFor searches={searches} />}
      {citations.length > 0 && <Cited citations={citations} />}
    </>
  );
}

const SOURCES = {
  RULES: 'judged by rules',
  MODEL: 'judged by a model',
  RULES_FALLBACK: 'judged by rules, because the model gave no usable verdict',
  NO_RULE: 'by default: its language has no rules, so the tone is unknown',
  PERSON: 'corrected by a person',
} as const;

function ToneOf({ answer: { sentiment, sentimentSource, evidence } }: { answer: ReadAnswer }) {
  if (!sentiment) return null;
  return (
    <div className={styles.tone}>
      <p>
        <Tone of={sentiment} />
        {sentimentSource && <span className={styles.by}>{` ${SOURCES[sentimentSource]}`}</span>}
      </p>
      {evidence !== null && (
        <blockquote className={styles.readerEvidence}>{evidence.replaceAll(/[*_`]/g, '')}</blockquote>
      )}
    </div>
  );
}

/** What people corrected, with the press that takes it back; and the way to correct it. */
function Corrected({ projectId, answer }: { projectId: string; answer: ReadAnswer }) {
  const bar = useWriteBar();
  const [isOpen, setIsOpen] = useState(false);
  const undoing = useWrite(UNDO_CORRECTION, { changes: [['project', projectId]] });
  const { correction, answeredAt, id } = answer;
  const undo = () => undoing.mutate({ projectId, date: answeredAt.slice(0, 10), id });
  return (
    <div className={styles.corrected}>
      {correction && <p className={styles.by}>{correctionSentence(correction, longDay(correction.correctedAt))}</p>}
      {undoing.error && <p role="alert">{undoing.error.message}</p>}
      <div className={styles.tools}>
        <Button isSmall disabled={bar !== null} title={bar ?? undefined} onClick={() => setIsOpen(true)}>
          {correction ? WORDS.correctAgain : WORDS.correct}
        </Button>
        {correction && (
          <Button isSmall disabled={bar !== null || undoing.isPending} title={bar ?? undefined} onClick={undo}>
            {WORDS.undoCorrection}
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <CorrectionDialog projectId={projectId} answer={answer} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function Named({ projectId, answer: { mentions, brandDecidedBy } }: { projectId: string; answer: ReadAnswer }) {
  const isRefuted = brandDecidedBy === 'MODEL' && !mentions.some(({ isBrand }) => isBrand);
  return (
    <>
      {isRefuted && <p className={styles.by}>{WORDS.aModelJudgedThatThisAnswerDoes}</p>}
      {mentions.length === 0 && !isRefuted && <p className={styles.by}>{WORDS.noNamesWereFoundInThisAnswer}</p>}
      {mentions.length > 0 && <Names projectId={projectId} mentions={mentions} />}
    </>
  );
}

function Names({ projectId, mentions }: { projectId: string; mentions: ReadAnswer['mentions'] }) {
  return (
    <ul aria-label={WORDS.namesInThisAnswer} className={styles.named}>
      {mentions.map(({ name, isBrand, competitorId, candidateId, decidedBy, spans }) => (
        <li key={candidateId ?? competitorId ?? name} data-brand={isBrand}>
          <AnswersLink mentioning={isBrand ? projectId : (competitorId ?? candidateId ?? undefined)}>
            <bdi>{name}</bdi>
          </AnswersLink>
          {spans.length > 1 && ` ×${spans.length}`}
          {decidedBy === 'MODEL' && <span className={styles.by}> {WORDS.judgedByAModel}</span>}
          {decidedBy === 'PERSON' && <span className={styles.by}> {WORDS.byAPerson}</span>}
        </li>
      ))}
    </ul>
  );
}

function marksOf({ text, mentions, evidence }: ReadAnswer): Mark[] {
  const names = mentions.flatMap(({ name, isBrand, spans }) =>
    spans.map(({ start, end }): Mark => ({ start, end, name, kind: isBrand ? 'brand' : 'other' })),
  );
  const at = evidence ? text.indexOf(evidence) : -1;
  if (!evidence || at === -1) return names;
  return [...names, { start: at, end: at + evidence.length, kind: 'evidence', name: '' }];
}

/** What the platform searched the web for, in its order. */
function SearchedFor({ searches }: Pick<ReadAnswer, 'searches'>) {
  return (
    <section className={styles.cited}>
      <h3 className={styles.label}>{WORDS.searchedTheWebFor}</h3>
      <ul>
        {searches.map((query) => (
          <li key={query}>
            <bdi className={styles.path}>{query}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The pages that an answer cites, in its order. */
function Cited({ citations }: Pick<ReadAnswer, 'citations'>) {
  return (
    <section className={styles.cited}>
      <h3 className={styles.label}>Cited</h3>
      <ol>
        {citations.map(({ url, domain }) => (
          <li key={url}>
            <AnswersLink citing={domain}>
              <Host of={domain} />
            </AnswersLink>
            <span className={styles.path}>
              <OutLink url={url} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Copies the address of an answer; where the browser lets nobody copy, over plain http, it is shown to be copied. */
function CopyLink({ url }: { url: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome('copied');
    } catch {
      setOutcome('refused');
    }
  };
  return (
    <>
      <Button onClick={copy} aria-live="polite">
        {outcome === 'copied' ? 'Link copied' : 'Copy link'}
      </Button>
      {outcome === 'refused' && <output className={styles.path}>{url}</output>}
    </>
  );
}
