import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWriteBar } from '../../api/frame.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Form, FormButtons } from '../../ui/form.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { Section } from '../../ui/section.tsx';
import { ARCHIVE_PROJECT, type SettingsProject } from './settings.document.ts';
import styles from './settings.module.css';

/** The end of a project, asked for twice: nobody can take it back from here. */
export function Archive({ project }: { project: SettingsProject }) {
  const bar = useWriteBar();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section label="Archive" finding="Archive this project for good.">
      <div className={styles.fields}>
        <p>
          Archiving stops its prompts, removes it from your projects and frees its place in your plan. It cannot be
          restored. Its data stays available through the API.
        </p>
        <div>
          <Button disabled={bar !== null} title={bar ?? undefined} onClick={() => setIsOpen(true)}>
            Archive project
          </Button>
        </div>
      </div>
      {isOpen && <ArchiveDialog project={project} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function ArchiveDialog({ project: { id, name }, onClose }: { project: SettingsProject; onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const archival = useWrite(ARCHIVE_PROJECT, {
    changes: [['frame'], ['projects']],
    onDone: () => void navigate({ to: '/projects', ignoreBlocker: true }),
  });
  return (
    <Dialog title={`Archive ${name}?`} isOpen onClose={onClose}>
      <Form onSubmit={() => archival.mutate({ id })}>
        <p>Its prompts are no longer asked, and it cannot be restored.</p>
        <Field
          label={`Type ${name} to confirm`}
          name="confirmation"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
        />
        <FormRefusal error={archival.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={typed.trim() !== name.trim() || archival.isPending}>
            Archive for good
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
