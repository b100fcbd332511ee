import { instant } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { FormBody, FormButtons, FormNote } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import type { Linked } from './people.document.ts';

/** What became of a link: it was mailed, or it is here to be handed over. */
export function LinkShown({ linked, onClose }: { linked: Linked; onClose: () => void }) {
  const { holder, isMailed, url, expiresAt } = linked;
  return (
    <FormBody>
      {isMailed || url === null ? (
        <p>{`The link is on its way to ${holder.email}.`}</p>
      ) : (
        <>
          <p>{`No mail went out to ${holder.name}: hand over this link yourself. It is shown here once.`}</p>
          <ShownOnce label="Link" secret={url} />
        </>
      )}
      <FormNote>{`It is good once, until ${instant(expiresAt)}; links before it no longer are.`}</FormNote>
      <FormButtons>
        <Button isMain onClick={onClose}>
          Done
        </Button>
      </FormButtons>
    </FormBody>
  );
}
