import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from '../../api/ask.ts';
import { Choice, Field, textOf } from '../../ui/form.tsx';
import { Refusal } from '../../ui/states.tsx';
import { PROJECT_NAMES } from './people.data.ts';
import styles from './people.module.css';
import { noProjectIs, WORDS } from './people.words.ts';

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

/** With more projects there is a search. */
const FEW = 10;

/** Chosen projects that are not listed, such as archived ones, stay chosen, and so do those that a search leaves out. */
function Boxes({ chosen, fault }: { chosen: readonly string[]; fault: string | undefined }) {
  const asked = useAllProjects();
  const [words, setWords] = useState('');
  const projects = asked.data?.pages.flatMap((page) => page.projects?.nodes ?? []) ?? [];
  const unlisted = chosen.filter((id) => !projects.some((project) => project.id === id));
  const isFound = (name: string) => name.toLocaleLowerCase().includes(words.trim().toLocaleLowerCase());
  return (
    <>
      <Refusal asked={asked} />
      {projects.length > FEW && (
        <Field
          label={WORDS.searchProjects}
          name="project-words"
          type="search"
          autoComplete="off"
          value={words}
          onChange={({ target }) => setWords(target.value)}
          // It looks for boxes, and saves nothing.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      <fieldset className={styles.projects} aria-describedby={fault && 'projects-fault'}>
        <legend className={styles.note}>{WORDS.projectsTheySee}</legend>
        {projects.map(({ id, name }) => (
          <label key={id} className={styles.project} hidden={!isFound(name)}>
            <input type="checkbox" name="projects" value={id} defaultChecked={chosen.includes(id)} />
            {name}
          </label>
        ))}
        {projects.length > 0 && !projects.some(({ name }) => isFound(name)) && (
          <p role="status">{noProjectIs(words)}</p>
        )}
        {unlisted.map((id) => (
          <input key={id} type="hidden" name="projects" value={id} />
        ))}
        {fault && (
          <p id="projects-fault" role="alert">
            {fault}
          </p>
        )}
      </fieldset>
    </>
  );
}

/** All projects of the account, page after page: a plan has a few hundred at most. */
function useAllProjects() {
  const asked = useInfiniteQuery({
    queryKey: ['projects', 'names'],
    queryFn: ({ pageParam, signal }) => ask(PROJECT_NAMES, { after: pageParam }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ projects }) => (projects?.pageInfo.hasNextPage ? projects.pageInfo.endCursor : null),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = asked;
  const isToGoOn = hasNextPage && !isFetching && !isError;
  useEffect(() => {
    if (isToGoOn) void fetchNextPage();
  }, [isToGoOn, fetchNextPage]);
  return asked;
}

/** What was chosen in {@link PersonProjects}; null for all, also where the form does not ask. */
export function projectsOf(form: FormData): string[] | null {
  return textOf(form, 'which-projects') === 'ONLY' ? form.getAll('projects').map(String) : null;
}
