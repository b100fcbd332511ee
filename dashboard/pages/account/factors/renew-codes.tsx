import { useState } from 'react';
import { type FirstCodes, renewRecoveryCodes } from '../../../api/factors.ts';
import { Button } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { codesNote } from './factor.words.ts';
import { FactorRow } from './factor-row.tsx';
import { useFactorWrite } from './use-factor-write.ts';

/** How many recovery codes are left, and new ones in their place. */
export function RenewCodes({ left, onCodes }: { left: number; onCodes: (codes: FirstCodes) => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, isPending, error } = useFactorWrite();
  const renew = () =>
    mutate(async () => {
      const codes = await renewRecoveryCodes();
      setIsAsking(false);
      onCodes(codes);
    });
  return (
    <>
      <FactorRow
        title="Recovery codes"
        note={codesNote(left)}
        action={<Button onClick={() => setIsAsking(true)}>New codes</Button>}
      />
      <Confirm
        title="Create new recovery codes?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        action="Create codes"
        onConfirm={renew}
        isPending={isPending}
        error={error}
      >
        <p>Ten new codes replace the old ones, which stop working.</p>
      </Confirm>
    </>
  );
}
