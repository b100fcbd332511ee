import type { Column } from '../../charts/csv-file.ts';
import { Figure } from '../../charts/figure.tsx';
import { Intervals } from '../../charts/intervals.tsx';
import { count } from '../../format.ts';
import { inPlatformOrder, platformOf } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import type { OverviewProject, PlatformRow } from './overview.data.ts';
import { platformFinding, WORDS } from './overview.words.ts';

interface Props {
  project: OverviewProject;
  rows: readonly PlatformRow[];
}

/** The same share on each platform: one may be at nothing while all together are fine. */
export function ByPlatform({ project: { name, brandName }, rows }: Props) {
  const ordered = inPlatformOrder(rows);
  return (
    <Section label="Platforms" finding={platformFinding(rows, brandName)} note={WORDS.eachBarIsThe95Interval}>
      <Figure title={WORDS.shareOfAnswersByPlatform} file={`${name} platforms`} columns={COLUMNS} rows={ordered}>
        <Intervals rows={ordered.map(intervalOf)} />
      </Figure>
    </Section>
  );
}

function intervalOf({ platform, responseCount, brandMentionCount, visibilityScore, confidence }: PlatformRow) {
  return {
    key: platform,
    name: <PlatformName platform={platform} />,
    color: platformOf(platform).color,
    score: responseCount === 0 ? null : visibilityScore,
    low: confidence?.low ?? 0,
    high: confidence?.high ?? 100,
    note:
      responseCount === 0 ? (
        'no answers'
      ) : (
        <>
          <AnswersLink platform={platform} named="yes">
            {count(brandMentionCount)}
          </AnswersLink>
          {' of '}
          <AnswersLink platform={platform}>{count(responseCount)}</AnswersLink>
        </>
      ),
  };
}

const COLUMNS: readonly Column<PlatformRow>[] = [
  { head: 'Platform', cell: ({ platform }) => platformOf(platform).name },
  { head: 'Score, %', cell: (row) => (row.responseCount === 0 ? null : row.visibilityScore), isNumber: true },
  { head: 'Low, %', cell: ({ confidence }) => confidence?.low ?? null, isNumber: true },
  { head: 'High, %', cell: ({ confidence }) => confidence?.high ?? null, isNumber: true },
  { head: 'Answers with the name', cell: ({ brandMentionCount }) => brandMentionCount, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
];
