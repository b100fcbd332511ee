import { useState } from 'react';
import { useWriteBar } from '../../api/viewer.ts';
import { day, instant } from '../../format.ts';
import { platformOf } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHead } from '../../ui/section.tsx';
import { Empty, Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { AlertSettingsDialog } from './alert-settings-dialog.tsx';
import { type AlertEntry, type AlertsFound, type Settings, useAlerts, useAlertVerbs } from './alerts.data.ts';
import styles from './alerts.module.css';
import { basisWords, endingWords, WORDS } from './alerts.words.ts';

/** What moved by more than chance, with the evidence, and what people do about it. */
export function Alerts() {
  const asked = useAlerts();
  const project = asked.data?.project;
  return (
    <>
      <PageHead title="Alerts">
        {project?.alertSettings && <ChangeSettings settings={project.alertSettings} />}
      </PageHead>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      <div className={styles.page}>
        <p className={styles.note}>{`${WORDS.checkedDaily} ${WORDS.fewPrompts}`}</p>
        {asked.data && <Listed found={asked.data} retry={() => asked.refetch()} />}
      </div>
    </>
  );
}

function ChangeSettings({ settings }: { settings: Settings }) {
  const [isOpen, setIsOpen] = useState(false);
  const bar = useWriteBar();
  return (
    <>
      <Button disabled={bar !== null} title={bar ?? undefined} onClick={() => setIsOpen(true)}>
        {WORDS.settings}
      </Button>
      {isOpen && <AlertSettingsDialog settings={settings} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Listed({ found, retry }: { found: AlertsFound; retry: () => unknown }) {
  const lists = [found.project?.alerts, found.alerts];
  if (!lists.every(Boolean)) return <Missing what={WORDS.theAlerts} retry={retry} />;
  const newestFirst = (one: AlertEntry, other: AlertEntry) => other.openedAt.localeCompare(one.openedAt);
  const alerts = lists.flatMap((list) => list?.nodes ?? []).toSorted(newestFirst);
  const inState = (state: AlertEntry['state']) => alerts.filter((alert) => alert.state === state);
  return (
    <>
      {inState('OPEN').length === 0 && <Empty title={WORDS.nothingBeyondChance} />}
      <Group title={WORDS.open} alerts={inState('OPEN')} />
      <Group title={WORDS.known} alerts={inState('ACKNOWLEDGED')} />
      <Group title={WORDS.over} alerts={inState('RESOLVED')} />
    </>
  );
}

function Group({ title, alerts }: { title: string; alerts: readonly AlertEntry[] }) {
  if (alerts.length === 0) return null;
  return (
    <section>
      <h2 className={styles.title}>{title}</h2>
      <ul className={styles.list}>
        {alerts.map((alert) => (
          <Entry key={alert.id} alert={alert} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ alert }: { alert: AlertEntry }) {
  const { id, projectId, state, summary, openedAt, resolution, subject, answers } = alert;
  const { acknowledge, resolve, reopen } = useAlertVerbs();
  const bar = useWriteBar();
  const isBusy = [acknowledge, resolve, reopen].some(({ isPending }) => isPending);
  const off = { disabled: bar !== null || isBusy, title: bar ?? undefined, isSmall: true };
  const ending = state === 'RESOLVED' ? ` ${WORDS.over}: ${endingWords(resolution)}.` : '';
  return (
    <li className={styles.alert}>
      <p className={styles.summary}>
        <bdi>{summary}</bdi>
      </p>
      <p className={styles.note}>
        {`${instant(openedAt)}. ${projectId === null ? WORDS.ofAccount : basisWords(alert)}${ending}`}
      </p>
      {answers.length > 0 ? <Answers answers={answers} /> : <AnswersOf subject={subject} />}
      <div className={styles.actions}>
        {state === 'OPEN' && (
          <Button {...off} onClick={() => acknowledge.mutate({ id })}>
            {WORDS.acknowledge}
          </Button>
        )}
        {state !== 'RESOLVED' && (
          <Button {...off} onClick={() => resolve.mutate({ id })}>
            {WORDS.resolve}
          </Button>
        )}
        {state !== 'OPEN' && (
          <Button {...off} onClick={() => reopen.mutate({ id })}>
            {WORDS.reopen}
          </Button>
        )}
      </div>
    </li>
  );
}

/** What answers bring up: all of those that cite a source, or name somebody. */
function AnswersOf({ subject: { type, id, name } }: Pick<AlertEntry, 'subject'>) {
  const found = type === 'SOURCE' ? { citing: name } : type === 'NAME' && id !== null ? { mentioning: id } : null;
  if (!found) return null;
  return (
    <p>
      <AnswersLink platform="ALL" {...found}>
        {WORDS.seeTheAnswers}
      </AnswersLink>
    </p>
  );
}

/** The newest answers without the name beside the newest with it: each leads to those of its prompt and platform. */
function Answers({ answers }: Pick<AlertEntry, 'answers'>) {
  return (
    <details>
      <summary>{WORDS.seeTheAnswers}</summary>
      <ul className={styles.answers}>
        {answers.map(({ id, date, platform, promptId, namesSubject }) => (
          <li key={id}>
            <AnswersLink platform={platform} prompt={promptId ?? undefined} answer={`${date}.${id}`}>
              {`${platformOf(platform).name}, ${day(date)}, ${namesSubject ? WORDS.withTheName : WORDS.withoutTheName}`}
            </AnswersLink>
          </li>
        ))}
      </ul>
    </details>
  );
}
