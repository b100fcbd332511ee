import type { Response } from 'express';

/** A signal that aborts when the caller hangs up before its response was sent, so that its reads are cancelled. */
export function closedSignal(res: Response): AbortSignal {
  const closed = new AbortController();
  res.on('close', () => {
    // A reason of our own: the default one is an exception with a stack, made for each request.
    if (!res.writableFinished) closed.abort('the caller is gone');
  });
  return closed.signal;
}
