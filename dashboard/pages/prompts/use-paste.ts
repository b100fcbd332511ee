import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/write.ts';
import { count } from '../../format.ts';
import { CREATE_PROMPTS, type Duplicate, PROMPT_DUPLICATES } from './prompts.document.ts';
import { linesOf, type PastedLine } from './prompts.words.ts';

/** Questions that the service takes at once. */
const AT_ONCE = 100;
/** How long nothing is typed before the service is asked which questions are new. */
const PAUSE_MS = 400;

/** A paste, what the service says of its lines, and how to save those that are new. */
export function usePaste(pasted: string, onDone: () => void) {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const lines = useMemo(() => linesOf(pasted), [pasted]);
  const settled = useSettled(lines);
  const texts = settled.map(({ text }) => text);
  const asked = useQuery({
    queryKey: ['project', id, 'prompt-duplicates', texts],
    queryFn: ({ signal }) => ask(PROMPT_DUPLICATES, { id, texts }, signal),
    enabled: texts.length > 0 && texts.length <= AT_ONCE,
    staleTime: 0,
  });
  const isChecked = settled === lines && !asked.isPlaceholderData;
  const duplicates = isChecked ? (asked.data?.project?.promptDuplicates ?? NONE) : NONE;
  const taken = new Set(duplicates.map(({ at }) => at));
  const fresh = lines.filter((_, at) => !taken.has(at));
  const [sent, setSent] = useState<readonly PastedLine[]>([]);
  const create = useWrite(CREATE_PROMPTS, { changes: [['project', id]], onDone });
  const tooMany =
    lines.length > AT_ONCE ? `${count(lines.length)} lines: at most ${AT_ONCE} can be added at once.` : null;
  const mutate = (inputs: NewPrompt[]) => {
    setSent(fresh);
    create.mutate({ id, inputs });
  };
  return { lines, fresh, duplicates, tooMany, sent, create: { ...create, mutate } };
}

interface NewPrompt {
  promptText: string;
  monitoringFrequency: 'DAILY' | 'WEEKLY';
  tags: string[];
}

const NONE: readonly Duplicate[] = [];

/** The lines as they were when nothing had been typed for a while. */
function useSettled(lines: PastedLine[]): PastedLine[] {
  const [settled, setSettled] = useState(lines);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(lines), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [lines]);
  return settled;
}
