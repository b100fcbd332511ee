import { useWriteBar } from '../../api/frame.ts';
import { useWrite } from '../../api/write.ts';
import { Button } from '../../ui/button.tsx';
import { FormRefusal } from '../../ui/form-refusal.tsx';
import { Section } from '../../ui/section.tsx';
import { PAUSE_PROJECT, RESUME_PROJECT, type SettingsProject } from './settings.document.ts';
import styles from './settings.module.css';

const ON = 'On: prompts are asked when due.';
const OFF = 'Paused: nothing is asked.';

/** Whether anything is asked, and what that means for credits. */
export function Pause({ project: { id, isPaused } }: { project: SettingsProject }) {
  const bar = useWriteBar();
  const written = { changes: [['project', id], ['projects']] };
  const pause = useWrite(PAUSE_PROJECT, written);
  const resume = useWrite(RESUME_PROJECT, written);
  const { mutate, isPending, error } = isPaused ? resume : pause;
  return (
    <Section label="Monitoring" finding={isPaused ? OFF : ON}>
      <div className={styles.fields}>
        <p>
          {isPaused
            ? 'No runs are planned and no credits are used. When you resume, prompts are asked for the current ' +
              'period; missed periods are not made up.'
            : 'While paused, no runs are planned and no credits are used. Runs that are already queued still use ' +
              'theirs. Numbers, history and settings stay.'}
        </p>
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
