import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ask } from '../../api/ask.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/section.tsx';
import { Refusal } from '../../ui/states.tsx';
import { type Agreement, TONE_AGREEMENT } from './agreement.data.ts';
import { agreementSentence, WORDS } from './agreement.words.ts';
import styles from './settings.module.css';

interface Row extends Agreement {
  who: string;
}

const COLUMNS: readonly DataColumn<Row>[] = [
  { head: 'Who', cell: ({ who }) => who },
  { head: 'Same tone', cell: agreementSentence },
];

/** How far the tones that were found can be trusted, by the answers that people corrected; and these as a file. */
export function ToneAgreementSection() {
  const { projectId: id } = useParams({ from: '/signed-in/projects/$projectId' });
  const asked = useQuery({
    queryKey: ['project', id, 'tone-agreement'],
    queryFn: ({ signal }) => ask(TONE_AGREEMENT, { id }, signal),
  });
  const found = asked.data?.project?.toneAgreement;
  const rows: Row[] = found
    ? [
        { who: 'Rules and people', ...found.rulesAndPeople },
        { who: 'Model and people', ...found.judgeAndPeople },
        { who: 'Rules and model', ...found.rulesAndJudge },
      ]
    : [];
  return (
    <Section label="Tone" finding={WORDS.howTonesAgree} note={WORDS.peopleLookAtWhatSeemsWrong}>
      <Refusal asked={asked} />
      <div className={styles.markets}>
        {found?.corrections === 0 && <p>{WORDS.noCorrectionsYet}</p>}
        {found && found.corrections > 0 && (
          <>
            <DataTable stacks label={WORDS.agreementOfTones} columns={COLUMNS} rows={rows} keyOf={({ who }) => who} />
            <p>
              <a
                href={`/dashboard/export/corrections.jsonl?${new URLSearchParams({ project: id, window: '90d' })}`}
                download
              >
                {WORDS.labelledLines}
              </a>
            </p>
          </>
        )}
      </div>
    </Section>
  );
}
