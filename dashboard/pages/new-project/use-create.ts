import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Platform } from '../../api/vocabulary.ts';
import { create, isUncertain, NOTHING_MADE, StoppedAt } from './create.ts';
import type { Draft, StepName } from './draft.ts';

/** Where the wizard is, what is made by now, and why it stopped. A failure leads to the step that it is about. */
export function useCreate(platforms: readonly Platform[]) {
  const queries = useQueryClient();
  const [step, goTo] = useState<StepName>('brand');
  const [made, setMade] = useState(NOTHING_MADE);
  const write = useMutation({
    mutationFn: ({ draft, isAgain }: { draft: Draft; isAgain: boolean }) =>
      create(draft, platforms, { made, isAgain, tell: setMade }),
    onError: (error) => error instanceof StoppedAt && goTo(error.step),
    onSettled: () =>
      Promise.all([['projects'], ['frame'], ['account']].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  const stopped = write.error instanceof StoppedAt ? write.error : null;
  return {
    step,
    goTo,
    made,
    stopped,
    /** What is neither a refusal nor a lost response, such as a look at what exists that failed. */
    error: stopped ? null : write.error,
    isPending: write.isPending,
    isDone: write.isSuccess,
    createAll: (draft: Draft) => write.mutate({ draft, isAgain: isUncertain(write.error) }),
  };
}
