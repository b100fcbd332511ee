import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Area, Choice, Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { CREATE_SCHEDULE, DELETE_SCHEDULE, type Schedule, type Schedules, UPDATE_SCHEDULE } from './reports.data.ts';
import styles from './reports.module.css';
import { addressesFault, nextReportWords, recipientWords, scheduleWords, WORDS } from './reports.words.ts';

type People = NonNullable<Schedules['holders']>;

/** When reports are made by themselves, and whom they are mailed to. */
export function ReportSchedules({ answer }: { answer: Schedules }) {
  const bar = useWriteBar();
  const [edited, setEdited] = useState<'new' | Schedule | null>(null);
  const [ended, setEnded] = useState<Schedule | null>(null);
  const schedules = answer.project?.reportSchedules ?? [];
  const columns: readonly DataColumn<Schedule>[] = [
    {
      head: 'Made',
      cell: (schedule) => (
        <>
          {scheduleWords(schedule)}
          <p className={styles.note}>{nextReportWords(schedule.nextAt)}</p>
        </>
      ),
    },
    {
      head: 'Mailed to',
      cell: ({ recipients }) =>
        recipients.length === 0
          ? '–'
          : recipients.map((each) => (
              <p key={each.address} className={styles.text}>
                {recipientWords(each)}
              </p>
            )),
    },
    { head: 'PDF', cell: ({ hasPdf }) => (hasPdf ? 'Yes' : 'No') },
    {
      head: 'Actions',
      cell: (schedule) => (
        <div className={styles.buttons}>
          <Button
            isSmall
            disabled={bar !== null}
            title={bar ?? undefined}
            aria-label={`Change ${scheduleWords(schedule)}`}
            onClick={() => setEdited(schedule)}
          >
            Change
          </Button>
          <Button
            isSmall
            disabled={bar !== null}
            title={bar ?? undefined}
            aria-label={`End ${scheduleWords(schedule)}`}
            onClick={() => setEnded(schedule)}
          >
            End
          </Button>
        </div>
      ),
    },
  ];
  return (
    <Section label="Schedules" finding={WORDS.reportsAreMadeOnSchedule} note={WORDS.schedulesNote}>
      <div className={styles.part}>
        {answer.canMail === false && <p>{WORDS.mailIsNotSetUp}</p>}
        {schedules.length === 0 && <p>{WORDS.noSchedulesYet}</p>}
        {schedules.length > 0 && (
          <DataTable stacks label="Schedules" columns={columns} rows={schedules} keyOf={({ id }) => id} />
        )}
        <div>
          <Button disabled={bar !== null} title={bar ?? undefined} onClick={() => setEdited('new')}>
            Create schedule
          </Button>
        </div>
      </div>
      {edited && (
        <EditSchedule
          schedule={edited === 'new' ? null : edited}
          people={answer.holders ?? []}
          onClose={() => setEdited(null)}
        />
      )}
      {ended && <EndSchedule schedule={ended} onClose={() => setEnded(null)} />}
    </Section>
  );
}

interface EditProps {
  schedule: Schedule | null;
  people: People;
  onClose: () => void;
}

function EditSchedule({ schedule, people, onClose }: EditProps) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const written = { changes: [['project', projectId, 'report-schedules']], onDone: onClose };
  const create = useWrite(CREATE_SCHEDULE, written);
  const update = useWrite(UPDATE_SCHEDULE, written);
  const [ownFault, setOwnFault] = useState<string | null>(null);
  const { error, isPending } = schedule === null ? create : update;
  const faults = faultsOf(error);
  const submit = (form: FormData) => {
    const addresses = textOf(form, 'addresses')
      .split(/[\s,;]+/)
      .filter((line) => line !== '');
    const fault = addressesFault(addresses);
    setOwnFault(fault);
    if (fault !== null) return;
    const cadence = textOf(form, 'cadence') === 'MONTHLY' ? 'MONTHLY' : 'WEEKLY';
    const holderIds = form.getAll('holderIds').filter((value) => typeof value === 'string');
    const hasPdf = form.get('hasPdf') !== null;
    const timeZone = textOf(form, 'timeZone').trim();
    const input = { cadence, hour: Number(textOf(form, 'hour')), timeZone, holderIds, addresses, hasPdf } as const;
    if (schedule === null) create.mutate({ projectId, input });
    else update.mutate({ id: schedule.id, input });
  };
  const chosen = schedule?.recipients ?? [];
  const strangers = chosen.flatMap(({ holderId, address }) => (holderId === null ? [address] : []));
  const present = people.filter(({ disabledAt }) => disabledAt === null);
  return (
    <Dialog title={schedule === null ? 'Create schedule' : 'Change schedule'} isOpen onClose={onClose}>
      <Form noValidate onSubmit={submit}>
        <Choice label="How often" name="cadence" defaultValue={schedule?.cadence ?? 'WEEKLY'} fault={faults['cadence']}>
          <option value="WEEKLY">Mondays</option>
          <option value="MONTHLY">{WORDS.firstOfMonth}</option>
        </Choice>
        <Choice label="Hour" name="hour" defaultValue={String(schedule?.hour ?? 7)} fault={faults['hour']}>
          {Array.from({ length: 24 }, (_, hour) => (
            <option key={String(hour)} value={String(hour)}>
              {`${String(hour).padStart(2, '0')}:00`}
            </option>
          ))}
        </Choice>
        <Field
          label="Time zone"
          name="timeZone"
          defaultValue={schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
          fault={faults['timeZone']}
          autoComplete="off"
        />
        {present.length > 0 && (
          <fieldset className={styles.people}>
            <legend>{WORDS.peopleLegend}</legend>
            {present.map(({ id, name, email }) => (
              <label key={id} className={styles.choice}>
                <input
                  type="checkbox"
                  name="holderIds"
                  value={id}
                  defaultChecked={chosen.some(({ holderId }) => holderId === id)}
                />
                {`${name} (${email})`}
              </label>
            ))}
          </fieldset>
        )}
        <Area
          label="Other addresses"
          name="addresses"
          defaultValue={strangers.join('\n')}
          hint={WORDS.addressesHint}
          fault={ownFault ?? faults['addresses'] ?? faults['holderIds'] ?? faults['recipients']}
        />
        <label className={styles.choice}>
          <input type="checkbox" name="hasPdf" defaultChecked={schedule?.hasPdf ?? true} />
          {WORDS.attachPdf}
        </label>
        <FormNote>{WORDS.newAddressesConfirm}</FormNote>
        <FormRefusal error={error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending}>
            Save schedule
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

function EndSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const written = { changes: [['project', projectId, 'report-schedules']], onDone: onClose };
  const { mutate, isPending, error } = useWrite(DELETE_SCHEDULE, written);
  return (
    <Confirm
      title={WORDS.endThisSchedule}
      isOpen
      onClose={onClose}
      action="End schedule"
      onConfirm={() => mutate({ id: schedule.id })}
      isPending={isPending}
      error={error}
    >
      <p>{WORDS.endReports}</p>
    </Confirm>
  );
}
