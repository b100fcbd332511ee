import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type FormEvent, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import type { Window } from '../api/gql.ts';
import { isRefusedFor, Refused } from '../api/refused.ts';
import { type Frame, type Look, openShared } from './shared.data.ts';
import styles from './shared-page.module.css';
import { SharedReports } from './shared-reports.tsx';
import { Pending, SharedCitations, SharedCompetitors, SharedOverview, SharedPrompts } from './shared-sections.tsx';
import { dataUntil, WINDOWS, WORDS } from './visitors.words.ts';

/** What draws Markdown is loaded where answers are shown. */
const SharedAnswers = lazy(async () => ({ default: (await import('./shared-answers.tsx')).SharedAnswers }));

type State =
  | { kind: 'opening' }
  | { kind: 'open'; frame: Frame }
  | { kind: 'password'; isWrong: boolean }
  | { kind: 'gone' }
  | { kind: 'failed'; message: string };

/** What somebody sees who was sent a share link: nothing of the dashboard, and no way into it. */
export function SharedPage() {
  const [state, setState] = useState<State>({ kind: 'opening' });
  const open = useCallback(async (password: string | null) => setState(await outcomeOf(password)), []);
  useEffect(() => void open(null), [open]);
  switch (state.kind) {
    case 'opening':
      return <main className={styles.alone} aria-busy="true" aria-label="Loading" />;
    case 'open':
      return <Opened frame={state.frame} onGone={() => setState({ kind: 'gone' })} />;
    case 'password':
      return <Password isWrong={state.isWrong} onSend={open} />;
    case 'gone':
      return <Alone title={WORDS.goneTitle} text={WORDS.goneText} />;
    case 'failed':
      return <Alone title={WORDS.failedTitle} text={state.message} retry={() => void open(null)} />;
    default:
      state satisfies never;
      return null;
  }
}

async function outcomeOf(password: string | null): Promise<State> {
  try {
    return { kind: 'open', frame: await openShared(password) };
  } catch (error) {
    if (isRefusedFor(error, 'UNAUTHORIZED')) return { kind: 'password', isWrong: password !== null };
    if (isRefusedFor(error, 'NOT_FOUND')) return { kind: 'gone' };
    return { kind: 'failed', message: error instanceof Refused ? error.message : String(error) };
  }
}

function Alone({ title, text, retry }: { title: string; text: string; retry?: () => void }) {
  return (
    <main className={styles.alone}>
      <h1 className={styles.title}>{title}</h1>
      <p role="alert">{text}</p>
      {retry && (
        <button type="button" className={styles.button} onClick={retry}>
          {WORDS.tryAgain}
        </button>
      )}
    </main>
  );
}

function Password({ isWrong, onSend }: { isWrong: boolean; onSend: (password: string) => Promise<void> }) {
  const [isSending, setIsSending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = new FormData(event.currentTarget).get('password');
    setIsSending(true);
    await onSend(typeof password === 'string' ? password : '');
    setIsSending(false);
  };
  return (
    <main className={styles.alone}>
      <h1 className={styles.title}>{WORDS.passwordTitle}</h1>
      <p>{WORDS.askForThePassword}</p>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type="password"
          required
          autoComplete="off"
          className={styles.input}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? 'fault' : undefined}
        />
        {isWrong && (
          <p id="fault" role="alert" className={styles.fault}>
            {WORDS.wrongPassword}
          </p>
        )}
        <button type="submit" className={styles.button} disabled={isSending}>
          {WORDS.openThePage}
        </button>
      </form>
    </main>
  );
}

const FRESH_MS = 300_000;

/** @param onGone called once the service says that the link is good no more. */
function Opened({ frame, onGone }: { frame: Frame; onGone: () => void }) {
  const [window, setWindow] = useState<Window>('D30');
  const [queries] = useState(() => {
    const onError = (error: unknown) => isRefusedFor(error, 'NOT_FOUND') && onGone();
    const options = { networkMode: 'always' as const, staleTime: FRESH_MS, retry: false };
    return new QueryClient({ queryCache: new QueryCache({ onError }), defaultOptions: { queries: options } });
  });
  const { brandName, lastAnsweredAt, look, parts } = frame;
  const from = look?.name ?? null;
  useEffect(() => {
    const before = document.title;
    document.title = `${brandName} · ${from ?? before}`;
    return () => {
      document.title = before;
    };
  }, [brandName, from]);
  return (
    <QueryClientProvider client={queries}>
      <main className={styles.page}>
        {look && <LookOf look={look} />}
        <header className={styles.head}>
          <h1 className={styles.title}>
            {WORDS.howAiAnswersName} <mark>{brandName}</mark>
          </h1>
          <p className={styles.note}>{dataUntil(lastAnsweredAt)}</p>
          <div className={styles.tools}>
            <fieldset className={styles.windows}>
              <legend className={styles.hidden}>Period</legend>
              {WINDOWS.map(({ id, name }) => (
                <button
                  key={id}
                  type="button"
                  className={styles.button}
                  aria-pressed={window === id}
                  onClick={() => setWindow(id)}
                >
                  {name}
                </button>
              ))}
            </fieldset>
            <button type="button" className={styles.button} onClick={() => globalThis.print()}>
              Print
            </button>
          </div>
        </header>
        {parts.includes('overview') && <SharedOverview brandName={brandName} window={window} />}
        {parts.includes('competitors') && <SharedCompetitors brandName={brandName} window={window} />}
        {parts.includes('prompts') && <SharedPrompts brandName={brandName} window={window} />}
        {parts.includes('citations') && <SharedCitations brandName={brandName} window={window} />}
        {parts.includes('reports') && <SharedReports brandName={brandName} />}
        {parts.includes('answers') && (
          <Suspense fallback={<Pending label="Answers" error={null} />}>
            <SharedAnswers brandName={brandName} window={window} isAsked={parts.includes('prompts')} />
          </Suspense>
        )}
        <footer className={styles.note}>
          <h2 className={styles.label}>{WORDS.whatIsMeasured}</h2>
          <p>{WORDS.method}</p>
        </footer>
      </main>
    </QueryClientProvider>
  );
}

/** Whom the page comes from, where the account has a look of its own. */
function LookOf({ look: { name, color, logoUrl } }: { look: Look }) {
  if (name === null && color === null && logoUrl === null) return null;
  return (
    <p className={styles.look} style={{ borderColor: color ?? undefined }}>
      {logoUrl && <img src={logoUrl} alt={name === null ? WORDS.logo : ''} className={styles.logo} />}
      {name}
    </p>
  );
}
