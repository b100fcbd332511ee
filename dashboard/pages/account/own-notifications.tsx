import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ask } from '../../api/ask.ts';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, Field, Form, FormButtons, FormRefusal, Saved, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing, Refusal, Skeleton } from '../../ui/states.tsx';
import { type NamedProject, NOTIFICATIONS, type OwnNotificationsAnswer, UPDATE_NOTIFICATIONS } from './account.data.ts';
import styles from './account.module.css';
import {
  ALERT_KIND_NAMES,
  ALERT_KINDS,
  DAYS,
  hourWords,
  notificationFinding,
  WORDS,
} from './own-notifications.words.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** How somebody is mailed of alerts, for themselves to change. */
export function OwnNotifications() {
  const asked = useQuery({
    queryKey: ['account', 'notifications'],
    queryFn: ({ signal }) => ask(NOTIFICATIONS, {}, signal),
  });
  const own = asked.data?.notifications;
  return (
    <Section
      label={WORDS.label}
      finding={own ? notificationFinding(own) : WORDS.whichAlertsYouAreMailed}
      note={WORDS.note}
    >
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton rows={1} />}
      {asked.data && !own && <Missing what={WORDS.couldNotBeLoaded} retry={asked.refetch} />}
      {own && <NotificationsForm own={own} projects={asked.data?.projects?.nodes ?? []} />}
    </Section>
  );
}

interface FormProps {
  own: OwnNotificationsAnswer;
  projects: readonly NamedProject[];
}

function NotificationsForm({ own, projects }: FormProps) {
  const update = useWrite(UPDATE_NOTIFICATIONS, { changes: [['account', 'notifications']] });
  const faults = faultsOf(update.error);
  const submit = (form: FormData) => update.mutate({ input: inputOf(form, own, projects) });
  return (
    <div className={styles.narrow}>
      <Form onSubmit={submit}>
        <FormRefusal error={update.error} />
        <div className={styles.checks}>
          <Check name="immediate" isOn={own.immediate}>
            {WORDS.immediate}
          </Check>
          <Check name="digest" isOn={own.digest}>
            {WORDS.digest}
          </Check>
        </div>
        <Field
          label={WORDS.timeZone}
          name="timeZone"
          required
          defaultValue={own.timeZone}
          hint={WORDS.timeZoneHint}
          fault={faults['timeZone']}
        />
        <QuietHours hours={own.quietHours} fault={faults['quietHours'] ?? faults['from'] ?? faults['to']} />
        <Checks legend={WORDS.quietDays} fault={faults['quietDays']}>
          {DAYS.map((day, at) => (
            <Check key={day} name="quietDays" value={String(at + 1)} isOn={own.quietDays.includes(at + 1)}>
              {day}
            </Check>
          ))}
        </Checks>
        <Checks legend={WORDS.kinds} fault={faults['kinds']}>
          {ALERT_KINDS.map((kind) => (
            <Check key={kind} name="kinds" value={kind} isOn={own.kinds === null || own.kinds.includes(kind)}>
              {ALERT_KIND_NAMES[kind]}
            </Check>
          ))}
        </Checks>
        {projects.length > 1 && (
          <Checks legend={WORDS.projects} fault={faults['projectIds']}>
            {projects.map(({ id, name }) => (
              <Check
                key={id}
                name="projectIds"
                value={id}
                isOn={own.projectIds === null || own.projectIds.includes(id)}
              >
                <bdi>{name}</bdi>
              </Check>
            ))}
          </Checks>
        )}
        <FormButtons>
          <Saved isSaved={update.isSuccess} />
          <Button type="submit" disabled={update.isPending}>
            {WORDS.save}
          </Button>
        </FormButtons>
      </Form>
    </div>
  );
}

/** What was chosen; all of a list is everything, also what comes later. */
function inputOf(form: FormData, own: OwnNotificationsAnswer, projects: readonly NamedProject[]) {
  const [from, to] = [textOf(form, 'quietFrom'), textOf(form, 'quietTo')];
  const [chosenKinds, chosenProjects] = [form.getAll('kinds'), form.getAll('projectIds')];
  const kinds = ALERT_KINDS.filter((kind) => chosenKinds.includes(kind));
  const listed = projects.map(({ id }) => id);
  const isAll = listed.length < 2 || listed.every((id) => chosenProjects.includes(id));
  const unlisted = own.projectIds?.filter((id) => !listed.includes(id)) ?? [];
  const projectIds = [...listed.filter((id) => chosenProjects.includes(id)), ...unlisted];
  return {
    timeZone: textOf(form, 'timeZone').trim(),
    immediate: form.has('immediate'),
    digest: form.has('digest'),
    quietHours: from === '' || to === '' ? null : { from: Number(from), to: Number(to) },
    quietDays: DAYS.map((_, at) => at + 1).filter((day) => form.getAll('quietDays').includes(String(day))),
    kinds: kinds.length === ALERT_KINDS.length ? null : kinds,
    projectIds: isAll ? null : projectIds,
  };
}

function QuietHours({ hours, fault }: { hours: OwnNotificationsAnswer['quietHours']; fault: string | undefined }) {
  const choices = [
    { name: 'quietFrom', label: WORDS.quietFrom, hour: hours?.from },
    { name: 'quietTo', label: WORDS.quietTo, hour: hours?.to },
  ];
  return choices.map(({ name, label, hour }, at) => (
    <Choice
      key={name}
      name={name}
      label={label}
      defaultValue={hour ?? ''}
      {...(at === 1 && { hint: WORDS.quietHint, fault })}
    >
      <option value="">{WORDS.noQuiet}</option>
      {HOURS.map((each) => (
        <option key={each} value={each}>
          {hourWords(each)}
        </option>
      ))}
    </Choice>
  ));
}

function Checks({ legend, fault, children }: { legend: string; fault: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={styles.checks}>
      <legend className={styles.subhead}>{legend}</legend>
      {children}
      {fault && <p role="alert">{fault}</p>}
    </fieldset>
  );
}

interface CheckProps {
  name: string;
  value?: string;
  isOn: boolean;
  children: ReactNode;
}

function Check({ name, value = 'on', isOn, children }: CheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" name={name} value={value} defaultChecked={isOn} />
      <span>{children}</span>
    </label>
  );
}
