import { useState } from 'react';
import { signOut } from '../../api/browser-session.ts';
import { useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Section } from '../../ui/section.tsx';
import { LEAVE_ACCOUNT } from './account.data.ts';
import { WORDS } from './account.words.ts';
import { TypedNameForm } from './typed-name-form.tsx';

/** Who is signed in leaves the account, after its name was typed. */
export function LeaveAccount({ name }: { name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section label="Leave" finding={WORDS.youCanLeaveForGood} note={WORDS.whatYouMadeStays}>
      <Button onClick={() => setIsOpen(true)}>{WORDS.leaveTheAccount}</Button>
      <Dialog title={WORDS.leaveThisAccount} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <LeaveForm name={name} onClose={() => setIsOpen(false)} />
      </Dialog>
    </Section>
  );
}

function LeaveForm({ name, onClose }: { name: string; onClose: () => void }) {
  // The session is gone by then: signing out takes the cookie off the browser.
  const write = useWrite(LEAVE_ACCOUNT, { changes: [], onDone: () => void signOut() });
  const words = { about: WORDS.youCannotComeBack, note: WORDS.aLastOwnerStays, action: WORDS.leaveTheAccount };
  return <TypedNameForm name={name} {...words} write={write} onClose={onClose} />;
}
