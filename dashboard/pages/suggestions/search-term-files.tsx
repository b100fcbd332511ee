import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/dialog.tsx';
import { Choice, Field, Form, FormRefusal, textOf } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { Missing } from '../../ui/states.tsx';
import { ADD_SEARCH_TERMS, DELETE_SEARCH_TERMS, type TermFile, type Uploaded } from './suggestions.data.ts';
import styles from './suggestions.module.css';
import {
  daysWords,
  fileFault,
  fileWords,
  furtherLinesWords,
  SOURCES,
  sourceName,
  uploadedWords,
  WORDS,
} from './suggestions.words.ts';

/** As the service bounds it; a longer file is refused before it is sent. */
const FILE_MAX_BYTES = 500_000;

/** What was uploaded of the own site's search terms, and a form that uploads more. */
export function SearchTermFiles({ files }: { files: readonly TermFile[] | null }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const [deleting, setDeleting] = useState<TermFile['source'] | null>(null);
  const bar = useWriteBar();
  return (
    <Section
      label="Search terms"
      finding={WORDS.searchTermsOfYourSite}
      note={
        <>
          {WORDS.howToExport} {WORDS.whatIsMissing}
        </>
      }
    >
      {files === null && <Missing what={WORDS.uploadedFiles} retry={() => location.reload()} />}
      {files !== null && files.length > 0 && (
        <ul className={styles.files} aria-label={WORDS.uploadedFiles}>
          {files.map((file) => (
            <li key={file.source} className={styles.file}>
              <span className={styles.group}>{sourceName(file.source)}</span>
              <span>{fileWords(file)}</span>
              <span className={styles.days}>{daysWords(file)}</span>
              <Button
                isSmall
                disabled={bar !== null}
                title={bar ?? undefined}
                aria-label={`Delete ${sourceName(file.source)}`}
                onClick={() => setDeleting(file.source)}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <UploadForm projectId={projectId} bar={bar} />
      {deleting && <DeleteTerms projectId={projectId} source={deleting} onClose={() => setDeleting(null)} />}
    </Section>
  );
}

function UploadForm({ projectId, bar }: { projectId: string; bar: string | null }) {
  const [fault, setFault] = useState<string>();
  const [uploaded, setUploaded] = useState<Uploaded | null>(null);
  const { mutate, isPending, error } = useWrite(ADD_SEARCH_TERMS, {
    changes: [['project', projectId]],
    onDone: ({ addSearchTerms }) => setUploaded(addSearchTerms),
  });
  const faults = faultsOf(error);
  const submit = async (form: FormData) => {
    const file = form.get('file');
    const found = faultOfFile(file);
    setFault(found);
    setUploaded(null);
    if (found !== undefined || !(file instanceof File)) return;
    const [from, to] = [textOf(form, 'from') || null, textOf(form, 'to') || null];
    const source = textOf(form, 'source') === 'BING' ? ('BING' as const) : ('GOOGLE' as const);
    mutate({ id: projectId, input: { source, csv: await file.text(), from, to } });
  };
  return (
    <div className={styles.upload}>
      <Form onSubmit={submit} noValidate>
        <Choice label={WORDS.searchEngine} name="source" fault={fileFault(faults['source'])}>
          {SOURCES.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Choice>
        <Field
          label={WORDS.csvFile}
          name="file"
          type="file"
          accept=".csv,text/csv"
          fault={fault ?? fileFault(faults['csv'])}
        />
        <div className={styles.pair}>
          <Field
            label={WORDS.firstDay}
            name="from"
            type="date"
            fault={fileFault(faults['from'])}
            hint={WORDS.ifYouKnowIt}
          />
          <Field label={WORDS.lastDay} name="to" type="date" fault={fileFault(faults['to'])} hint={WORDS.ifYouKnowIt} />
        </div>
        <FormRefusal error={error} />
        <div>
          <Button type="submit" disabled={bar !== null || isPending} title={bar ?? undefined}>
            {WORDS.uploadFile}
          </Button>
        </div>
      </Form>
      <div role="status">{uploaded && <p>{uploadedWords(uploaded)}</p>}</div>
      {uploaded && <FaultyLines uploaded={uploaded} />}
    </div>
  );
}

function faultOfFile(file: FormDataEntryValue | null): string | undefined {
  if (!(file instanceof File) || file.name === '') return WORDS.chooseAFile;
  if (file.size === 0) return WORDS.theFileIsEmpty;
  return file.size > FILE_MAX_BYTES ? WORDS.theFileIsTooLong : undefined;
}

function FaultyLines({ uploaded: { rejected, errors } }: { uploaded: Uploaded }) {
  if (errors.length === 0) return null;
  const further = furtherLinesWords(rejected, errors.length);
  return (
    <section>
      <h3>{WORDS.linesLeftOut}</h3>
      <ul className={styles.lines}>
        {errors.map(({ line, message }) => (
          <li key={line}>{`Line ${line}: ${message}`}</li>
        ))}
        {further && <li>{further}</li>}
      </ul>
    </section>
  );
}

interface DeleteProps {
  projectId: string;
  source: TermFile['source'];
  onClose: () => void;
}

function DeleteTerms({ projectId, source, onClose }: DeleteProps) {
  const remove = useWrite(DELETE_SEARCH_TERMS, { changes: [['project', projectId]], onDone: onClose });
  return (
    <Confirm
      title={WORDS.deleteTheseTerms}
      isOpen
      onClose={onClose}
      action={WORDS.deleteSearchTerms}
      onConfirm={() => remove.mutate({ id: projectId, source })}
      isPending={remove.isPending}
      error={remove.error}
    >
      <p>{WORDS.promptsStay}</p>
    </Confirm>
  );
}
