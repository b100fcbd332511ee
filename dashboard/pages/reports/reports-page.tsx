import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { faultsOf, useWrite } from '../../api/use-write.ts';
import { useWriteBar } from '../../api/viewer.ts';
import { instant } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, Form, FormButtons, FormNote, FormRefusal, textOf } from '../../ui/form.tsx';
import { PageHead, Section } from '../../ui/section.tsx';
import { Empty, Refusal, Skeleton } from '../../ui/states.tsx';
import { ReportLook } from './report-look.tsx';
import { MAKE_REPORT, type ReportRow, useReports, useSchedules } from './reports.data.ts';
import styles from './reports.module.css';
import { daysOfReport, reportsFinding, WORDS } from './reports.words.ts';
import { ReportSchedules } from './schedule-list.tsx';

/** What a project's numbers say, as documents that stay: those that were made, and when others are. */
export function Reports() {
  const bar = useWriteBar();
  const [isMaking, setIsMaking] = useState(false);
  const asked = useReports();
  const schedules = useSchedules();
  const rows = asked.data?.pages.flatMap(({ project }) => project?.reports?.nodes ?? []) ?? [];
  return (
    <>
      <PageHead title="Reports">
        <Button isMain disabled={bar !== null} title={bar ?? undefined} onClick={() => setIsMaking(true)}>
          {WORDS.makeAReport}
        </Button>
      </PageHead>
      <Refusal asked={asked} />
      {asked.isPending && !asked.failureReason && <Skeleton />}
      <div className={styles.page}>
        {asked.isSuccess && rows.length === 0 && (
          <Empty title={WORDS.noReportsYet}>
            <p>{WORDS.makeOneOrASchedule}</p>
          </Empty>
        )}
        {rows.length > 0 && (
          <Section label="Reports" finding={reportsFinding(rows.length, asked.hasNextPage)}>
            <div className={styles.part}>
              <ReportTable rows={rows} />
              {asked.hasNextPage && (
                <div>
                  <Button onClick={() => void asked.fetchNextPage()} disabled={asked.isFetching}>
                    Show more
                  </Button>
                </div>
              )}
            </div>
          </Section>
        )}
        <Refusal asked={schedules} />
        {schedules.data && <ReportSchedules answer={schedules.data} />}
        {schedules.data?.branding && (
          <ReportLook branding={schedules.data.branding} people={schedules.data.holders ?? []} />
        )}
      </div>
      {isMaking && <MakeReport onClose={() => setIsMaking(false)} />}
    </>
  );
}

function ReportTable({ rows }: { rows: readonly ReportRow[] }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const columns: readonly DataColumn<ReportRow>[] = [
    {
      head: 'Days',
      cell: (row) => (
        <Link to="/projects/$projectId/reports/$reportId" params={{ projectId, reportId: row.id }}>
          {daysOfReport(row)}
        </Link>
      ),
    },
    { head: 'Says', cell: (row) => <span className={styles.text}>{saysOf(row)}</span> },
    { head: 'Made', cell: ({ madeAt, createdAt }) => instant(madeAt ?? createdAt) },
    { head: 'PDF', cell: (row) => (row.pdfUrl ? <PdfLink row={row} url={row.pdfUrl} /> : '–') },
  ];
  return <DataTable stacks label="Reports" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}

function PdfLink({ row, url }: { row: ReportRow; url: string }) {
  return (
    <a href={url} download aria-label={`PDF of ${daysOfReport(row)}`}>
      PDF
    </a>
  );
}

function saysOf({ state, summary }: ReportRow): string {
  if (state === 'WAITING') return WORDS.beingMade;
  return state === 'FAILED' ? WORDS.couldNotBeMade : (summary ?? '');
}

const DAY_MS = 86_400_000;

/** A UTC day, so many days ago. */
function dayBefore(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

function MakeReport({ onClose }: { onClose: () => void }) {
  const { projectId } = useParams({ from: '/signed-in/projects/$projectId' });
  const make = useWrite(MAKE_REPORT, { changes: [['project', projectId, 'reports']], onDone: onClose });
  const faults = faultsOf(make.error);
  return (
    <Dialog title={WORDS.makeAReport} isOpen onClose={onClose}>
      <Form
        noValidate
        onSubmit={(form) => make.mutate({ projectId, input: { from: textOf(form, 'from'), to: textOf(form, 'to') } })}
      >
        <Field label="First day" name="from" type="date" defaultValue={dayBefore(7)} fault={faults['from']} />
        <Field label="Last day" name="to" type="date" defaultValue={dayBefore(1)} fault={faults['to']} />
        <FormNote>{WORDS.asManyAsTenADay}</FormNote>
        <FormRefusal error={make.error} />
        <FormButtons>
          <Button onClick={onClose}>Cancel</Button>
          <Button isMain type="submit" disabled={make.isPending}>
            Make report
          </Button>
        </FormButtons>
      </Form>
    </Dialog>
  );
}
