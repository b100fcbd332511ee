import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice } from '../../ui/field.tsx';
import { Form, FormButtons, FormNote } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { rereadWords } from '../../ui/reread.words.ts';
import { ADD_BRAND_ALIAS, type Candidate, type ComparedProject, UPDATE_COMPETITOR } from './competitors.document.ts';
import type { TrackedRow } from './tracked-rows.ts';

interface Props {
  project: ComparedProject;
  /** The brand and its tracked competitors. */
  rows: readonly TrackedRow[];
  candidate: Candidate;
  onClose: () => void;
}

/** Makes a name an alias of the brand or of a tracked competitor. */
export function SameAs({ project, rows, candidate: { name }, onClose }: Props) {
  const [ownerId, setOwnerId] = useState(project.id);
  const written = { changes: [['project', project.id]], onDone: onClose };
  const ofBrand = useWrite(ADD_BRAND_ALIAS, written);
  const ofCompetitor = useWrite(UPDATE_COMPETITOR, written);
  const error = ofBrand.error ?? ofCompetitor.error;
  const submit = () => {
    const owner = rows.find(({ id }) => id === ownerId);
    if (!owner) return;
    const aliases = [...owner.aliases, name];
    if (owner.competitor) ofCompetitor.mutate({ id: owner.id, input: { aliases } });
    else ofBrand.mutate({ id: project.id, aliases });
  };
  return (
    <Dialog title={`${name} is the same as …`} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Choice
          label="Brand or competitor"
          name="owner"
          value={ownerId}
          onChange={({ target }) => setOwnerId(target.value)}
          fault={faultsOf(error)['aliases']}
        >
          {rows.map(({ id, name: owner, competitor }) => (
            <option key={id} value={id}>
              {competitor ? owner : `${owner} (your brand)`}
            </option>
          ))}
        </Choice>
        <FormNote>{`${name} will count as the chosen brand or competitor. ${rereadWords(project.whole)}`}</FormNote>
        <FormRefusal error={error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={ofBrand.isPending || ofCompetitor.isPending}>
            Add as another name
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
