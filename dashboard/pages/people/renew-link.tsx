import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useSecretWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormBody, FormButtons } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { LinkShown } from './link-shown.tsx';
import { type Linked, type Person, RENEW_LINK } from './people.document.ts';

/** Makes a new link for a person: another invitation, or one for a new password. */
export function RenewLink({ person, onClose }: { person: Person; onClose: () => void }) {
  const [linked, setLinked] = useState<Linked | null>(null);
  const { mutate, isPending, error } = useSecretWrite([['people']]);
  const renew = () =>
    mutate(async () => {
      const { renewHolderLink } = await ask(RENEW_LINK, { id: person.id });
      if (renewHolderLink) setLinked(renewHolderLink);
    });
  const [title, effect] = person.hasPassword
    ? [
        `A new password for ${person.name}`,
        'The link sets a new password and works for an hour. Using it signs them out everywhere.',
      ]
    : [`Invite ${person.name} again`, 'The link works for seven days and replaces the earlier one.'];
  return (
    <Dialog title={title} isOpen onClose={onClose} isSticky={linked !== null}>
      {linked ? (
        <LinkShown linked={linked} onClose={onClose} />
      ) : (
        <FormBody>
          <p>{effect}</p>
          <FormRefusal error={error} />
          <FormButtons>
            <Button onClick={onClose}>Cancel</Button>
            <Button isMain disabled={isPending} onClick={renew}>
              Create link
            </Button>
          </FormButtons>
        </FormBody>
      )}
    </Dialog>
  );
}
