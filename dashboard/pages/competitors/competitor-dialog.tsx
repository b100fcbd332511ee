import { type ComponentProps, useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormBody, FormButtons, FormNote, FormRefusal } from '../../ui/form.tsx';
import { NameAdvice, NameList } from '../../ui/name-list.tsx';
import { rereadWords } from '../../ui/shared.words.ts';
import { type ComparedProject, type Competitor, CREATE_COMPETITOR, UPDATE_COMPETITOR } from './competitors.data.ts';
import { WORDS } from './competitors.words.ts';

interface Props {
  projectId: string;
  /** Null for a new one. */
  competitor: Competitor | null;
  /** Answers of the last 90 days; null where they could not be read. */
  whole: ComparedProject['whole'];
  onClose: () => void;
}

type Advice = ComponentProps<typeof NameAdvice>['of'];

/** The names that a competitor is looked for by. A change has all answers read again, which is said beforehand. */
export function CompetitorDialog({ projectId, competitor, whole, onClose }: Props) {
  const [aliases, setAliases] = useState<readonly string[]>(competitor?.aliases ?? []);
  const { save, advice, error, isPending } = useSaving({ projectId, competitor, onClose });
  const faults = faultsOf(error);
  const submit = (form: FormData) => {
    const text = (name: string) => String(form.get(name) ?? '');
    save({ name: text('name'), websiteUrl: text('websiteUrl'), aliases: [...aliases] });
  };
  if (advice.length > 0) return <Saved advice={advice} onClose={onClose} />;
  return (
    <Dialog title={competitor ? `Edit ${competitor.name}` : WORDS.addACompetitor} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Field label="Name" name="name" defaultValue={competitor?.name} fault={faults['name']} autoComplete="off" />
        <NameList
          label="Other names"
          initial={competitor?.aliases ?? []}
          onChange={setAliases}
          fault={faults['aliases']}
          hint={WORDS.abbreviationsFormerNames}
        />
        <Field
          label="Website"
          name="websiteUrl"
          inputMode="url"
          defaultValue={competitor?.websiteUrl}
          placeholder="https://"
          fault={faults['websiteUrl']}
          hint={WORDS.linksToItCountAsCitations}
        />
        <FormNote>{rereadWords(whole)}</FormNote>
        <FormRefusal error={error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={isPending}>
            {competitor ? 'Save' : 'Add competitor'}
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}

/** Writes the names. The dialog is closed then, unless there is something to know about them. */
function useSaving({ projectId, competitor, onClose }: Omit<Props, 'whole'>) {
  const [advice, setAdvice] = useState<Advice>([]);
  const changes = [['project', projectId]];
  const done = (told: Advice = []) => (told.length > 0 ? setAdvice(told) : onClose());
  const creation = useWrite(CREATE_COMPETITOR, {
    changes,
    onDone: ({ createCompetitor }) => done(createCompetitor?.nameAdvice),
  });
  const update = useWrite(UPDATE_COMPETITOR, {
    changes,
    onDone: ({ updateCompetitor }) => done(updateCompetitor?.nameAdvice),
  });
  const save = (input: { name: string; websiteUrl: string; aliases: string[] }) => {
    if (competitor) update.mutate({ id: competitor.id, input });
    else creation.mutate({ projectId, input });
  };
  const { error, isPending } = competitor ? update : creation;
  return { save, advice, error, isPending };
}

function Saved({ advice, onClose }: { advice: Advice; onClose: () => void }) {
  return (
    <Dialog title="Saved" isOpen onClose={onClose}>
      <FormBody>
        <NameAdvice of={advice} />
        <FormButtons>
          <Button isMain onClick={onClose}>
            Done
          </Button>
        </FormButtons>
      </FormBody>
    </Dialog>
  );
}
