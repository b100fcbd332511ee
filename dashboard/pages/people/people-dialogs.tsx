import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useSecretWrite, useWrite } from '../../api/use-write.ts';
import { instant } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormBody, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { CHANGE_PERSON, DISABLE, INVITE, type Linked, type Person, RENEW_LINK, type Role } from './people.data.ts';
import { ROLE_HINTS, ROLE_NAMES, ROLES, WORDS, waysOfProvider } from './people.words.ts';
import { PersonProjects, projectsOf } from './person-projects.tsx';

interface Props {
  /** Who comes back; null for somebody new. */
  former: Person | null;
  onClose: () => void;
}

/** Adds a person, and shows the link for them where it was not mailed. */
export function Invite({ former, onClose }: Props) {
  const [linked, setLinked] = useState<Linked | null>(null);
  return (
    <Dialog title={linked ? `${linked.holder.name} is invited` : WORDS.inviteAPerson} isOpen onClose={onClose} isSticky>
      {linked ? (
        <LinkShown linked={linked} onClose={onClose} />
      ) : (
        <InviteForm former={former} onInvited={setLinked} onClose={onClose} />
      )}
    </Dialog>
  );
}

function InviteForm({ former, onInvited, onClose }: Props & { onInvited: (linked: Linked) => void }) {
  const { mutate, isPending, error } = useSecretWrite([['people']]);
  const [role, setRole] = useState<Role>(former?.role ?? 'MEMBER');
  const submit = (form: FormData) => {
    const projectIds = projectsOf(form);
    const input = { email: textOf(form, 'email'), name: textOf(form, 'name'), role, projectIds };
    mutate(async () => {
      const { inviteHolder } = await ask(INVITE, { input });
      if (inviteHolder) onInvited(inviteHolder);
    });
  };
  const faults = faultsOf(error);
  return (
    <Form onSubmit={submit}>
      <FormRefusal error={error} />
      <Field
        label="Email"
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="off"
        defaultValue={former?.email}
        fault={faults['email']}
        hint={WORDS.usedToSignInAnAddressCanBelong}
      />
      <Field label="Name" name="name" required autoComplete="off" defaultValue={former?.name} fault={faults['name']} />
      <RoleChoice role={role} onChoose={setRole} fault={faults['role']} />
      {role !== 'OWNER' && <PersonProjects chosen={former?.projectIds ?? null} fault={faults['projectIds']} />}
      <FormButtons>
        <Button onClick={onClose}>Cancel</Button>
        <Button isMain type="submit" disabled={isPending}>
          Send invitation
        </Button>
      </FormButtons>
    </Form>
  );
}

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
    ? [`A new password for ${person.name}`, WORDS.theLinkSetsANewPassword]
    : [`Invite ${person.name} again`, WORDS.theLinkWorksForSevenDays];
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

/** What became of a way in: it was mailed, or it is here to be handed over. */
function LinkShown({ linked, onClose }: { linked: Linked; onClose: () => void }) {
  const { holder, isMailed, url, linkExpiresAt, requiredProvider } = linked;
  const [what, lasts] = requiredProvider === null ? (['link', ': it is shown only once'] as const) : ['address', ''];
  return (
    <FormBody>
      {isMailed || url === null ? (
        <p>{`The ${what} is on its way to ${holder.email}.`}</p>
      ) : (
        <>
          <p>{`No email was sent to ${holder.name}. Pass this ${what} on yourself${lasts}.`}</p>
          <ShownOnce label={what === 'link' ? 'Link' : 'Address'} secret={url} />
        </>
      )}
      {linkExpiresAt !== null && (
        <FormNote>{`It works once, until ${instant(linkExpiresAt)}. Earlier links no longer work.`}</FormNote>
      )}
      {requiredProvider !== null && <FormNote>{waysOfProvider(holder, requiredProvider)}</FormNote>}
      <FormButtons>
        <Button isMain onClick={onClose}>
          Done
        </Button>
      </FormButtons>
    </FormBody>
  );
}

interface ChangeRoleProps {
  person: Person;
  /** Whether the person is who looks. */
  isSelf: boolean;
  onClose: () => void;
}

/** Gives a person another role, and says what becomes of their sessions. */
export function ChangeRole({ person, isSelf, onClose }: ChangeRoleProps) {
  const { id, name, projectIds } = person;
  const [role, setRole] = useState<Role>(person.role);
  const isLifted = role === 'OWNER' && projectIds !== null;
  const change = useWrite(CHANGE_PERSON, { changes: [['people'], ['frame']], onDone: onClose });
  return (
    <Dialog title={isSelf ? WORDS.whatYouMayDo : `What ${name} may do`} isOpen onClose={onClose}>
      <Form onSubmit={() => change.mutate({ id, input: { role, ...(isLifted && { projectIds: null }) } })}>
        <FormRefusal error={change.error} />
        <RoleChoice role={role} onChoose={setRole} fault={faultsOf(change.error)['role']} />
        {isLifted && <FormNote>{WORDS.anOwnerSeesAllProjects}</FormNote>}
        <FormNote>{isSelf ? WORDS.changingYourRoleSignsYouOut : WORDS.changingTheirRoleSignsThemOut}</FormNote>
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Change role
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Chooses the projects that a member or a viewer sees. */
export function ChangeProjects({ person: { id, name, projectIds }, onClose }: { person: Person; onClose: () => void }) {
  const change = useWrite(CHANGE_PERSON, { changes: [['people']], onDone: onClose });
  return (
    <Dialog title={`What ${name} sees`} isOpen onClose={onClose}>
      <Form onSubmit={(form) => change.mutate({ id, input: { projectIds: projectsOf(form) } })}>
        <FormRefusal error={change.error} />
        <PersonProjects chosen={projectIds} fault={faultsOf(change.error)['projectIds']} />
        <FormNote>{WORDS.thisHoldsFromTheirNextRequest}</FormNote>
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={change.isPending}>
            Save projects
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

interface RoleChoiceProps {
  role: Role;
  onChoose: (role: Role) => void;
  fault: string | undefined;
}

/** A field with the role, and what it may do. */
function RoleChoice({ role, onChoose, fault }: RoleChoiceProps) {
  return (
    <Choice
      label="Role"
      name="role"
      value={role}
      fault={fault}
      hint={ROLE_HINTS[role]}
      onChange={({ target }) => onChoose(roleOf(target.value))}
    >
      {ROLES.map((each) => (
        <option key={each} value={each}>
          {ROLE_NAMES[each]}
        </option>
      ))}
    </Choice>
  );
}

/** The role that a field's text names; the least for a text that names none. */
function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'VIEWER';
}

interface DisableProps {
  person: Person;
  isSelf: boolean;
  onClose: () => void;
}

/** Asks before somebody is out. */
export function Disable({ person: { id, name }, isSelf, onClose }: DisableProps) {
  const disable = useWrite(DISABLE, { changes: [['people']], onDone: onClose });
  return (
    <Confirm
      title={isSelf ? 'Disable yourself?' : `Disable ${name}?`}
      isOpen
      onClose={onClose}
      action="Disable person"
      onConfirm={() => disable.mutate({ id })}
      isPending={disable.isPending}
      error={disable.error}
    >
      <p>{isSelf ? WORDS.youAreSignedOutAtOnceOnly : WORDS.theyLoseAccessFromTheirNext}</p>
      <p>
        <Link to="/api-keys">API keys</Link> {WORDS.belongToTheAccountAndKeep}
      </p>
    </Confirm>
  );
}
