import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Refusal, Skeleton } from '../../ui/states.tsx';
import { Archive } from './archive.tsx';
import { Pause } from './pause.tsx';
import { SETTINGS } from './settings.document.ts';
import { SettingsForm } from './settings-form.tsx';

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
          <Pause project={project} />
          <Archive project={project} />
        </>
      )}
    </>
  );
}
