import { faultsOf } from '../api/write.ts';
import styles from './field.module.css';

/** Why a form was refused as a whole, in the service's words; nothing where each fault stands below its field. */
export function FormRefusal({ error }: { error: Error | null }) {
  if (!error || Object.keys(faultsOf(error)).length > 0) return null;
  return (
    <p role="alert" className={styles.fault}>
      {error.message}
    </p>
  );
}
