import { faultsOf } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormButtons, FormRefusal, textOf } from '../../ui/form.tsx';
import { type Settings, useUpdateSettings } from './alerts.data.ts';
import { SENSITIVITIES, WORDS } from './alerts.words.ts';

/** What the project has alerts of; each choice says what it costs in false alarms. */
export function AlertSettingsDialog({ settings, onClose }: { settings: Settings; onClose: () => void }) {
  const update = useUpdateSettings(onClose);
  const faults = faultsOf(update.error);
  const submit = (form: FormData) => {
    const sensitivity = SENSITIVITIES.find(({ id }) => id === textOf(form, 'sensitivity'))?.id ?? 'STANDARD';
    const until = textOf(form, 'mutedUntil');
    const mutedUntil = until === '' ? null : `${until}T00:00:00Z`;
    update.save({ sensitivity, minPoints: Number(textOf(form, 'minPoints')), mutedUntil });
  };
  return (
    <Dialog title={WORDS.settings} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Choice label={WORDS.sensitivity} name="sensitivity" defaultValue={settings.sensitivity}>
          {SENSITIVITIES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Field
          label={WORDS.minPoints}
          hint={WORDS.minPointsHint}
          name="minPoints"
          type="number"
          min={3}
          max={50}
          required
          defaultValue={settings.minPoints}
          fault={faults['minPoints']}
        />
        <Field
          label={WORDS.mutedUntil}
          hint={WORDS.mutedHint}
          name="mutedUntil"
          type="date"
          defaultValue={settings.mutedUntil?.slice(0, 10)}
          fault={faults['mutedUntil']}
        />
        <FormRefusal error={update.error} />
        <FormButtons>
          <Button onClick={onClose}>{WORDS.cancel}</Button>
          <Button isMain type="submit" disabled={update.isPending}>
            {WORDS.save}
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
