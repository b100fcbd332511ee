import { useSecretWrite } from '../../../api/write.ts';

/** A change of somebody's factors: sessions may end with it, and it is an event. */
export function useFactorWrite() {
  return useSecretWrite([['account'], ['people'], ['frame']]);
}
