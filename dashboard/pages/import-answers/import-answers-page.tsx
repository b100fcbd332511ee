import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { FILE_MAX_BYTES, type Imported, uploadAnswers } from '../../api/upload-answers.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, Form, FormRefusal } from '../../ui/form.tsx';
import { PageHead, Section } from '../../ui/section.tsx';
import styles from './import-answers.module.css';
import { importedWords, moreLinesWords, progressWords, WORDS } from './import-answers.words.ts';

/** Faulty lines that the page lists; the file itself has the others. */
const LISTED_MAX = 100;

/** Answers out of a file, for a project that no platform is asked for, or that has a history elsewhere. */
export function ImportAnswers() {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const queries = useQueryClient();
  const bar = useWriteBar();
  const [fault, setFault] = useState<string>();
  const [file, setFile] = useState<File>();
  const [soFar, setSoFar] = useState<Imported | null>(null);
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (chosen: File) => uploadAnswers(projectId, chosen, setSoFar),
    onSettled: () => queries.invalidateQueries({ queryKey: ['project', projectId] }),
  });
  const submit = (form: FormData) => {
    const chosen = form.get('file');
    if (!(chosen instanceof File)) return;
    const found = faultOf(chosen);
    setFault(found);
    if (found !== undefined) return;
    setFile(chosen);
    setSoFar(null);
    mutate(chosen);
  };
  return (
    <>
      <PageHead title="Import answers" />
      <Section label="File" finding={WORDS.answersFromAFile} note={WORDS.oneAnswerALine}>
        <div className={styles.form}>
          <Form onSubmit={submit}>
            <FormRefusal error={error} />
            {error && soFar && <p>{WORDS.partsBeforeStay}</p>}
            <Field
              label={WORDS.jsonLinesFile}
              name="file"
              type="file"
              accept=".jsonl,.ndjson,.json"
              fault={fault}
              required
            />
            <div>
              <Button isMain type="submit" disabled={bar !== null || isPending} title={bar ?? undefined}>
                Import
              </Button>
            </div>
          </Form>
          {isPending && file && <Progress sentBytes={soFar?.sentBytes ?? 0} bytes={file.size} />}
          <div role="status">{isSuccess && soFar && <p>{importedWords(soFar)}</p>}</div>
          {soFar && <FaultyLines errors={soFar.errors} />}
          {isSuccess && soFar !== null && soFar.accepted + soFar.duplicates > 0 && (
            <ButtonLink to="/projects/$projectId/overview" params={{ projectId }}>
              {WORDS.openTheOverview}
            </ButtonLink>
          )}
        </div>
      </Section>
    </>
  );
}

function faultOf({ size }: File): string | undefined {
  if (size === 0) return WORDS.theFileIsEmpty;
  return size > FILE_MAX_BYTES ? WORDS.theFileIsTooLong : undefined;
}

function Progress({ sentBytes, bytes }: { sentBytes: number; bytes: number }) {
  return (
    <>
      <progress aria-label={WORDS.importing} className={styles.progress} value={sentBytes} max={bytes} />
      <span>{progressWords(sentBytes, bytes)}</span>
    </>
  );
}

function FaultyLines({ errors }: Pick<Imported, 'errors'>) {
  if (errors.length === 0) return null;
  const shown = errors.slice(0, LISTED_MAX);
  return (
    <section>
      <h3>{WORDS.linesThatWereLeftOut}</h3>
      <ul className={styles.lines}>
        {shown.map(({ line, message }) => (
          <li key={`${line} ${message}`}>{`Line ${line}: ${message}`}</li>
        ))}
        {errors.length > shown.length && <li>{moreLinesWords(errors.length - shown.length)}</li>}
      </ul>
    </section>
  );
}
