import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ask } from '../../api/ask.ts';
import { useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormButtons, FormRefusal } from '../../ui/form.tsx';
import { PageHead, Section } from '../../ui/section.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { ToneAgreementSection } from './agreement.tsx';
import { EarlierAnswers } from './earlier-answers.tsx';
import { Feeds } from './feed-list.tsx';
import { Markets } from './project-markets.tsx';
import { ARCHIVE_PROJECT, PAUSE_PROJECT, RESUME_PROJECT, SETTINGS, type SettingsProject } from './settings.data.ts';
import styles from './settings.module.css';
import { WORDS } from './settings.words.ts';
import { SettingsForm } from './settings-form.tsx';
import { Sharing } from './sharing.tsx';

/** What a project watches and how: its brand, whom it asks, whether it asks at all. */
export function Settings() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const asked = useQuery({
    queryKey: ['project', id, 'settings'],
    queryFn: ({ signal }) => ask(SETTINGS, { id }, signal),
  });
  const project = asked.data?.project;
  return (
    <>
      <PageHead title="Settings" />
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      {project && (
        <>
          <SettingsForm key={project.id} project={project} account={asked.data?.account ?? null} />
          <Markets key={`markets of ${project.id}`} />
          <Sharing key={`links of ${project.id}`} />
          <Feeds key={`feeds of ${project.id}`} />
          <ToneAgreementSection key={`tones of ${project.id}`} />
          <EarlierAnswers key={`judge of ${project.id}`} />
          <Pause project={project} />
          <Archive project={project} />
        </>
      )}
    </>
  );
}

/** Whether anything is asked, and what that means for credits. */
export function Pause({ project: { id, isPaused } }: { project: SettingsProject }) {
  const bar = useWriteBar();
  const written = { changes: [['project', id], ['projects']] };
  const pause = useWrite(PAUSE_PROJECT, written);
  const resume = useWrite(RESUME_PROJECT, written);
  const { mutate, isPending, error } = isPaused ? resume : pause;
  return (
    <Section label="Monitoring" finding={isPaused ? WORDS.pausedNothingIsAsked : WORDS.onPromptsAreAskedWhenDue}>
      <div className={styles.fields}>
        <p>{isPaused ? WORDS.noRunsArePlannedAndNoCredits : WORDS.whilePausedNoRunsArePlanned}</p>
        <FormRefusal error={error} />
        <div>
          <Button disabled={bar !== null || isPending} title={bar ?? undefined} onClick={() => mutate({ id })}>
            {isPaused ? 'Resume monitoring' : 'Pause monitoring'}
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** The end of a project, asked for twice: nobody can take it back from here. */
export function Archive({ project }: { project: SettingsProject }) {
  const bar = useWriteBar();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section label="Archive" finding={WORDS.archiveThisProjectForGood}>
      <div className={styles.fields}>
        <p>{WORDS.archivingStopsItsPrompts}</p>
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
        <p>{WORDS.itsPromptsAreNoLongerAsked}</p>
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
            {WORDS.archiveForGood}
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
