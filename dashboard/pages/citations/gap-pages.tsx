import { CaretIcon } from '../../ui/icons.tsx';
import { CitedPages } from '../cited-pages/cited-pages.tsx';
import styles from './citations.module.css';
import { useCitationFilters } from './use-citations.ts';

interface Props {
  brand: string;
  /** The one tracked competitor, where there is but one. */
  rivalId: string | undefined;
}

/** The pages of all domains that are gaps, asked for once they are opened: they cost as much as the domains. */
export function GapPages({ brand, rivalId }: Props) {
  const [{ pages }, setFilters] = useCitationFilters();
  const isOpen = pages !== undefined;
  return (
    <section className={styles.list}>
      <h2 className={styles.title}>
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          onClick={() => setFilters({ pages: isOpen ? undefined : 'gaps' })}
        >
          <CaretIcon />
          {`Pages cited where competitors are named and ${brand} is not`}
        </button>
      </h2>
      {isOpen && <CitedPages gaps rivalId={rivalId} />}
    </section>
  );
}
