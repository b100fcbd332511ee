import type { Response } from 'express';

/** Aborted when the caller is gone before its response was sent: what is read for it is then cancelled. */
export function closedSignal(res: Response): AbortSignal {
  const closed = new AbortController();
  res.once('close', () => {
    // A reason of our own: the default one is an exception with a stack, made for each request.
    if (!res.writableFinished) closed.abort('the caller is gone');
  });
  return closed.signal;
}
