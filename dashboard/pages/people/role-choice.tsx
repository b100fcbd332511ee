import { useState } from 'react';
import { Choice } from '../../ui/field.tsx';
import type { Role } from './people.document.ts';
import { ROLE_HINTS, ROLE_NAMES, ROLES } from './people.words.ts';

/** A field with the role, and what it may do. */
export function RoleChoice({ initial, fault }: { initial: Role; fault?: string | undefined }) {
  const [role, setRole] = useState<Role>(initial);
  return (
    <Choice
      label="Role"
      name="role"
      value={role}
      fault={fault}
      hint={ROLE_HINTS[role]}
      onChange={({ target }) => setRole(roleOf(target.value))}
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
export function roleOf(text: string): Role {
  return ROLES.find((role) => role === text) ?? 'VIEWER';
}
