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
          <p>{`No email was sent to ${holder.name}. Pass this link on yourself: it is shown only once.`}</p>
          <ShownOnce label="Link" secret={url} />
        </>
      )}
      <FormNote>{`It works once, until ${instant(expiresAt)}. Earlier links no longer work.`}</FormNote>
      <FormButtons>
        <Button isMain onClick={onClose}>
          Done
        </Button>
      </FormButtons>
    </FormBody>
  );
}
