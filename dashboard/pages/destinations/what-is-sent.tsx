import { type ReactNode, useState } from 'react';
import { useFrame } from '../../api/viewer.ts';
import { Choice, textOf } from '../../ui/form.tsx';
import type { Destination } from './destinations.data.ts';
import styles from './destinations.module.css';
import { ALERT_KIND_NAMES, ALERT_KINDS, EVENTS, isOfAlerts, WORDS } from './destinations.words.ts';

/** Types of events, kinds of alerts and projects that a destination has chosen; null for all. */
export type Sent = Pick<Destination, 'kinds' | 'projectIds'> & { events: readonly string[] };

interface Props {
  chosen: Sent;
  faults: Readonly<Record<string, string>>;
}

/** The part of a form that says what a destination is sent; {@link sentOf} reads it. */
export function WhatIsSent({ chosen, faults }: Props) {
  const [hasAlerts, setHasAlerts] = useState(chosen.events.some(isOfAlerts));
  const projects = useFrame().data?.projects?.nodes ?? [];
  const watchAlerts = (form: HTMLFormElement | null) =>
    setHasAlerts(form !== null && new FormData(form).getAll('events').some((type) => isOfAlerts(String(type))));
  return (
    <>
      <Boxes
        name="events"
        legend={WORDS.whatItIsSent}
        boxes={EVENTS.map(({ type, name }) => ({ value: type, name }))}
        chosen={chosen.events}
        fault={faults['events']}
        onChange={watchAlerts}
      />
      {hasAlerts && (
        <Narrowed
          name="kinds"
          label={WORDS.whichAlerts}
          all={WORDS.allKinds}
          only={WORDS.onlyKinds}
          chosen={chosen.kinds}
        >
          <Boxes
            name="kinds"
            legend={WORDS.kindsOfAlerts}
            boxes={ALERT_KINDS.map((kind) => ({ value: kind, name: ALERT_KIND_NAMES[kind] }))}
            chosen={chosen.kinds ?? []}
            fault={faults['kinds']}
          />
        </Narrowed>
      )}
      <Narrowed
        name="projects"
        label={WORDS.whichProjects}
        all={WORDS.allProjects}
        only={WORDS.onlyProjects}
        chosen={chosen.projectIds}
      >
        <Boxes
          name="projects"
          legend={WORDS.projects}
          boxes={projects.map(({ id, name }) => ({ value: id, name }))}
          chosen={chosen.projectIds ?? []}
          fault={faults['projectIds']}
        />
      </Narrowed>
    </>
  );
}

/** Projects that the frame of the page lists at most: those beyond are chosen by programs alone, and stay. */
const LISTED_MAX = 100;

/**
 * What was chosen in {@link WhatIsSent}, as the service takes it.
 * @param listed the projects that the form showed.
 * @param before what the destination was sent until now: chosen projects that the form could not show stay.
 */
export function sentOf(form: FormData, listed: readonly string[], before: readonly string[] | null) {
  const sent = form.getAll('events');
  const events = EVENTS.map(({ type }) => type).filter((type) => sent.includes(type));
  const boxed = form.getAll('kinds');
  const kinds = ALERT_KINDS.filter((kind) => boxed.includes(kind));
  const isNarrowed = events.some(isOfAlerts) && textOf(form, 'which-kinds') === 'ONLY';
  const unshown = listed.length < LISTED_MAX ? [] : (before ?? []).filter((id) => !listed.includes(id));
  return {
    events,
    kinds: isNarrowed ? kinds : null,
    projectIds: textOf(form, 'which-projects') === 'ONLY' ? [...form.getAll('projects').map(String), ...unshown] : null,
  };
}

interface NarrowedProps {
  name: string;
  label: string;
  all: string;
  only: string;
  chosen: readonly string[] | null;
  children: ReactNode;
}

/** All, what comes later included, or those alone that are chosen below. */
function Narrowed({ name, label, all, only, chosen, children }: NarrowedProps) {
  const [isNarrowed, setIsNarrowed] = useState(chosen !== null);
  return (
    <>
      <Choice
        label={label}
        name={`which-${name}`}
        value={isNarrowed ? 'ONLY' : 'ALL'}
        onChange={({ target }) => setIsNarrowed(target.value === 'ONLY')}
      >
        <option value="ALL">{all}</option>
        <option value="ONLY">{only}</option>
      </Choice>
      {isNarrowed && children}
    </>
  );
}

interface BoxesProps {
  name: string;
  legend: string;
  boxes: readonly { value: string; name: string }[];
  chosen: readonly string[];
  fault: string | undefined;
  onChange?: (form: HTMLFormElement | null) => void;
}

function Boxes({ name, legend, boxes, chosen, fault, onChange }: BoxesProps) {
  return (
    <fieldset
      className={styles.events}
      aria-describedby={fault && `${name}-fault`}
      onChange={({ currentTarget }) => onChange?.(currentTarget.form)}
    >
      <legend className={styles.legend}>{legend}</legend>
      {boxes.map((box) => (
        <label key={box.value} className={styles.event}>
          <input type="checkbox" name={name} value={box.value} defaultChecked={chosen.includes(box.value)} />
          {box.name}
        </label>
      ))}
      {fault && (
        <p id={`${name}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </fieldset>
  );
}
