import { useBlocker } from '@tanstack/react-router';
import { Confirm } from './confirm.tsx';

/** Asks before what was typed is lost: by a link of the page, and by the browser's own question elsewhere. */
export function Unsaved({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (status !== 'blocked') return null;
  return (
    <Confirm
      title="Leave without saving?"
      isOpen
      onClose={reset}
      action="Leave"
      onConfirm={proceed}
      isPending={false}
      error={null}
    >
      <p>Your changes on this page are not saved.</p>
    </Confirm>
  );
}
