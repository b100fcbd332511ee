import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TONES } from '../../answer-filters.ts';
import { ask } from '../../api/ask.ts';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import type { ReadAnswer } from './answers.data.ts';
import styles from './answers.module.css';
import { CORRECT_ANSWER, CORRECTED_SUBJECTS } from './correction.data.ts';
import { WORDS } from './correction.words.ts';

interface Props {
  projectId: string;
  answer: ReadAnswer;
  onClose: () => void;
}

interface Subject {
  id: string;
  name: string;
}

/** What a person says of an answer in place of what was found in it: its tone, and whom it names. */
export function CorrectionDialog({ projectId, answer, onClose }: Props) {
  const asked = useQuery({
    queryKey: ['project', projectId, 'corrected-subjects'],
    queryFn: ({ signal }) => ask(CORRECTED_SUBJECTS, { id: projectId }, signal),
  });
  const project = asked.data?.project;
  const brand = { id: projectId, name: project?.brandName ?? '' };
  const subjects: Subject[] = project ? [brand, ...(project.competitors?.nodes ?? [])] : [];
  const isFound = ({ id }: Subject) => isNamedIn(answer, projectId, id);
  const shown = subjects.filter((one) => one.id === projectId || isFound(one));
  const others = subjects.filter((one) => !shown.includes(one));
  const [named, setNamed] = useState<Readonly<Record<string, boolean>>>({});
  const [added, setAdded] = useState('');
  const [isEmpty, setIsEmpty] = useState(false);
  const correction = useWrite(CORRECT_ANSWER, { changes: [['project', projectId]], onDone: onClose });
  const faults = faultsOf(correction.error);
  const says = (one: Subject) => named[one.id] ?? isFound(one);

  const submit = (form: FormData) => {
    const tone = TONES.find(({ id }) => id === textOf(form, 'sentiment'))?.id;
    const written = textOf(form, 'written') || undefined;
    const isBrandAdded = says(brand) && !isFound(brand);
    const names = [
      ...shown
        .filter((one) => says(one) !== isFound(one) || isSaid(answer, one.id))
        .map((one) => ({
          subjectId: one.id,
          isNamed: says(one),
          ...(one.id === projectId && isBrandAdded && written && { written }),
        })),
      ...(added ? [{ subjectId: added, isNamed: true, ...(!isBrandAdded && written && { written }) }] : []),
    ];
    setIsEmpty(!tone && names.length === 0);
    if (!tone && names.length === 0) return;
    const evidence = textOf(form, 'evidence');
    const said = { ...(tone && { sentiment: tone }), ...(tone && evidence && { evidence }), names };
    correction.mutate({ projectId, date: answer.answeredAt.slice(0, 10), id: answer.id, input: said });
  };

  return (
    <Dialog title={WORDS.correctThisAnswer} isOpen onClose={onClose}>
      <Form onSubmit={submit} noValidate>
        <FormNote>{WORDS.itCountsAtOnce}</FormNote>
        <Choice
          label={WORDS.tone}
          name="sentiment"
          hint={WORDS.toneHint}
          fault={faults['sentiment']}
          defaultValue={answer.correction?.sentiment ?? ''}
        >
          <option value="">{WORDS.asItWasFound}</option>
          {TONES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Field label={WORDS.passage} name="evidence" hint={WORDS.passageHint} fault={faults['evidence']} />
        {asked.error && <FormNote>{WORDS.namesCouldNotBeLoaded}</FormNote>}
        {project && (
          <fieldset className={styles.subjects}>
            <legend>{WORDS.whoIsNamed}</legend>
            {shown.map((one) => (
              <label key={one.id}>
                <input
                  type="checkbox"
                  checked={says(one)}
                  onChange={({ target }) => setNamed({ ...named, [one.id]: target.checked })}
                />
                <bdi>{one.name}</bdi>
              </label>
            ))}
          </fieldset>
        )}
        {others.length > 0 && (
          <Choice
            label={WORDS.alsoNamed}
            name="added"
            fault={faults['subjectId']}
            value={added}
            onChange={({ target }) => setAdded(target.value)}
          >
            <option value="">{WORDS.nobodyElse}</option>
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
        )}
        {(added || (project && says(brand) && !isFound(brand))) && (
          <Field label={WORDS.writtenAs} name="written" hint={WORDS.writtenHint} fault={faults['written']} />
        )}
        {isEmpty && <FormNote>{WORDS.nothingIsCorrected}</FormNote>}
        <FormRefusal error={correction.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={correction.isPending}>
            Save correction
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** As it is counted now, by whoever decided it. */
function isNamedIn({ mentions }: ReadAnswer, projectId: string, id: string): boolean {
  return mentions.some(({ isBrand, competitorId }) => (id === projectId ? isBrand : competitorId === id));
}

/** What people said before stays, unless they say otherwise: a correction takes the place of the one before. */
function isSaid({ correction }: ReadAnswer, id: string): boolean {
  return correction?.names.some(({ subjectId }) => subjectId === id) ?? false;
}
