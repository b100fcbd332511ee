import { Menu } from '@base-ui/react/menu';
import { useNavigate } from '@tanstack/react-router';
import type { FrameProject } from '../api/viewer.ts';
import { readFilters } from '../filters.ts';
import { Host } from '../ui/domain.tsx';
import { CaretIcon } from '../ui/icons.tsx';
import styles from './shell.module.css';

interface Props {
  projects: readonly FrameProject[];
  current: string | undefined;
}

/** The project that one looks at, and the way to another. */
export function ProjectMenu({ projects, current }: Props) {
  const navigate = useNavigate();
  const project = projects.find(({ id }) => id === current);
  const open = (projectId: string) =>
    navigate({ to: '/projects/$projectId/overview', params: { projectId }, search: readFilters });
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.trigger}>
        <span className={styles.name}>{project?.name ?? 'Projects'}</span>
        <CaretIcon />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="start" className={styles.positioner}>
          <Menu.Popup className={styles.popup}>
            {projects.map(({ id, name, websiteUrl }) => (
              <Menu.Item key={id} className={styles.item} onClick={() => open(id)}>
                <span className={styles.name}>{name}</span>
                <span className={styles.note}>
                  <Host of={websiteUrl} />
                </span>
              </Menu.Item>
            ))}
            <Menu.Item className={styles.item} onClick={() => navigate({ to: '/projects' })}>
              All projects
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
