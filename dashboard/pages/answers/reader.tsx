import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { instant } from '../../format.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import type { ReadAnswer } from './answers.document.ts';
import { Cited } from './cited.tsx';
import { CopyLink } from './copy-link.tsx';
import { MarkedText } from './marked-text.tsx';
import type { Mark } from './marks.ts';
import styles from './reader.module.css';
import { Tone } from './tone.tsx';
import { placeOf, useAnswer } from './use-answers.ts';

interface Props {
  projectId: string;
  /** `2026-11-22.<id>` */
  place: string;
}

/** One answer: what was asked, who answered and when, its tone and why, and its text with every name marked. */
export function Reader({ projectId, place }: Props) {
  const asked = useAnswer(projectId, place);
  const answer = asked.data?.response;
  return (
    <>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={2} />}
      {asked.data && !answer && (
        <Empty title="This answer is not available.">
          <p>Its text is no longer stored, or the link is incomplete.</p>
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
  const { text, platform, model, answeredAt, prompt, question, citations } = answer;
  const marks = useMemo(() => marksOf(answer), [answer]);
  const own = `${location.origin}/dashboard/projects/${projectId}/answers?answer=${placeOf(answer)}`;
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.question}>
          <bdi>{prompt?.promptText ?? question}</bdi>
        </h2>
        <p className={styles.source}>
          <PlatformName platform={platform} />
          {model !== null && <bdi>{model}</bdi>}
          <time dateTime={answeredAt}>{instant(answeredAt)}</time>
        </p>
        <div className={styles.tools}>
          <CopyLink url={own} />
          {prompt && (
            <Link to="/projects/$projectId/prompts/$promptId" params={{ projectId, promptId: prompt.id }}>
              All answers to this prompt
            </Link>
          )}
        </div>
      </header>
      <ToneOf answer={answer} />
      <Named projectId={projectId} answer={answer} />
      <MarkedText key={answer.id} text={text} marks={marks} />
      {citations.length > 0 && <Cited citations={citations} />}
    </>
  );
}

const SOURCES = {
  RULES: 'judged by rules',
  MODEL: 'judged by a model',
  RULES_FALLBACK: 'judged by rules, because the model gave no usable verdict',
  NO_RULE: 'by default: its language has no rules, so the tone is unknown',
} as const;

function ToneOf({ answer: { sentiment, sentimentSource, evidence } }: { answer: ReadAnswer }) {
  if (!sentiment) return null;
  return (
    <div className={styles.tone}>
      <p>
        <Tone of={sentiment} />
        {sentimentSource && <span className={styles.by}>{` ${SOURCES[sentimentSource]}`}</span>}
      </p>
      {evidence !== null && <blockquote className={styles.evidence}>{evidence.replaceAll(/[*_`]/g, '')}</blockquote>}
    </div>
  );
}

function Named({ projectId, answer: { mentions, brandDecidedBy } }: { projectId: string; answer: ReadAnswer }) {
  const isRefuted = brandDecidedBy === 'MODEL' && !mentions.some(({ isBrand }) => isBrand);
  return (
    <>
      {isRefuted && <p className={styles.by}>A model judged that this answer does not name the brand.</p>}
      {mentions.length === 0 && !isRefuted && <p className={styles.by}>No names were found in this answer.</p>}
      {mentions.length > 0 && <Names projectId={projectId} mentions={mentions} />}
    </>
  );
}

function Names({ projectId, mentions }: { projectId: string; mentions: ReadAnswer['mentions'] }) {
  return (
    <ul aria-label="Names in this answer" className={styles.named}>
      {mentions.map(({ name, isBrand, competitorId, candidateId, decidedBy, spans }) => (
        <li key={candidateId ?? competitorId ?? name} data-brand={isBrand}>
          <AnswersLink mentioning={isBrand ? projectId : (competitorId ?? candidateId ?? undefined)}>
            <bdi>{name}</bdi>
          </AnswersLink>
          {spans.length > 1 && ` ×${spans.length}`}
          {decidedBy === 'MODEL' && <span className={styles.by}> judged by a model</span>}
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
