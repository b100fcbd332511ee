import { useState } from 'react';
import { useFrame } from '../../api/viewer.ts';
import { Choice, textOf } from '../../ui/form.tsx';
import styles from './people.module.css';
import { WORDS } from './people.words.ts';

interface Props {
  /** Null for all. */
  chosen: readonly string[] | null;
  fault: string | undefined;
}

/** The part of a form that says which projects a person sees; {@link projectsOf} reads it. */
export function PersonProjects({ chosen, fault }: Props) {
  const [isLimited, setIsLimited] = useState(chosen !== null);
  return (
    <>
      <Choice
        label={WORDS.projects}
        name="which-projects"
        value={isLimited ? 'ONLY' : 'ALL'}
        hint={isLimited ? WORDS.ofOthersTheySeeNothing : WORDS.alsoThoseThatComeLater}
        onChange={({ target }) => setIsLimited(target.value === 'ONLY')}
      >
        <option value="ALL">{WORDS.allProjects}</option>
        <option value="ONLY">{WORDS.onlyTheseProjects}</option>
      </Choice>
      {isLimited && <Boxes chosen={chosen ?? []} fault={fault} />}
    </>
  );
}

/** Chosen projects that the frame does not list, such as archived ones, stay chosen. */
function Boxes({ chosen, fault }: { chosen: readonly string[]; fault: string | undefined }) {
  const projects = useFrame().data?.projects?.nodes ?? [];
  const unlisted = chosen.filter((id) => !projects.some((project) => project.id === id));
  return (
    <fieldset className={styles.projects} aria-describedby={fault && 'projects-fault'}>
      <legend className={styles.note}>{WORDS.projectsTheySee}</legend>
      {projects.map(({ id, name }) => (
        <label key={id} className={styles.project}>
          <input type="checkbox" name="projects" value={id} defaultChecked={chosen.includes(id)} />
          {name}
        </label>
      ))}
      {unlisted.map((id) => (
        <input key={id} type="hidden" name="projects" value={id} />
      ))}
      {fault && (
        <p id="projects-fault" role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

/** What was chosen in {@link PersonProjects}; null for all, also where the form does not ask. */
export function projectsOf(form: FormData): string[] | null {
  return textOf(form, 'which-projects') === 'ONLY' ? form.getAll('projects').map(String) : null;
}
