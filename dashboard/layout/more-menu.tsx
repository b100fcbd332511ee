import { Menu } from '@base-ui/react/menu';
import { Link, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { signOut } from '../api/browser-session.ts';
import { readFilters } from '../filters.ts';
import { MoreIcon } from '../ui/icons.tsx';
import { PageLink, PROJECT_PAGES, useAccountPages } from './navigation.tsx';
import styles from './shell.module.css';
import { useTheme } from './theme-switch.tsx';

/** So many pages of a project have a place in the phone's bar; the rest is under *More*. */
const BAR_LENGTH = 4;

/** The bar at the foot of a phone. */
export function MoreMenu({ projectId }: { projectId: string | undefined }) {
  const matches = useMatchRoute();
  const accountPages = useAccountPages();
  const pages = projectId === undefined ? accountPages : PROJECT_PAGES;
  const isBelowMore = pages.slice(BAR_LENGTH).some(({ to }) => matches({ to }));
  return (
    <nav aria-label="Pages" className={styles.bar}>
      {pages.slice(0, BAR_LENGTH).map((page) => (
        <PageLink key={page.to} page={page} {...(projectId !== undefined && { projectId })} />
      ))}
      <Menu.Root>
        <Menu.Trigger className={styles.link} data-current={isBelowMore}>
          <MoreIcon />
          <span>More</span>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={10} align="end" className={styles.positioner}>
            <Menu.Popup className={styles.popup}>
              <Rest projectId={projectId} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </nav>
  );
}

function Rest({ projectId }: { projectId: string | undefined }) {
  const [theme, goOn] = useTheme();
  const navigate = useNavigate();
  const accountPages = useAccountPages();
  const others = projectId === undefined ? [] : PROJECT_PAGES.slice(BAR_LENGTH);
  return (
    <>
      {others.map(({ to, name }) => (
        <Menu.Item
          key={to}
          className={styles.item}
          render={<Link to={to} params={{ projectId: projectId ?? '' }} search={readFilters} />}
        >
          {name}
        </Menu.Item>
      ))}
      {accountPages.map(({ to, name }) => (
        <Menu.Item key={to} className={styles.item} onClick={() => navigate({ to })}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Item className={styles.item} closeOnClick={false} onClick={goOn}>
        {`Theme: ${theme}`}
      </Menu.Item>
      <Menu.Item className={styles.item} onClick={() => signOut()}>
        Sign out
      </Menu.Item>
    </>
  );
}
