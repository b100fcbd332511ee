import type { Column } from '../../charts/csv.ts';
import { Figure } from '../../charts/figure.tsx';
import { Intervals } from '../../charts/intervals.tsx';
import { PLATFORMS, platformOf } from '../../platforms.ts';
import { AnswersLink } from '../../ui/answers-link.tsx';
import { PlatformName } from '../../ui/platform-name.tsx';
import { Section } from '../../ui/section.tsx';
import type { PromptDetails, PromptVisibility } from './prompt.document.ts';

type Row = PromptVisibility['byPlatform'][number];

interface Props {
  prompt: PromptDetails;
  visibility: PromptVisibility;
}

/** The same share on each platform that answered. */
export function Platforms({ prompt, visibility: { byPlatform } }: Props) {
  const rows = PLATFORMS.flatMap(({ id }) => byPlatform.filter(({ platform }) => platform === id));
  return (
    <Section
      label="Platforms"
      finding="How often each platform names the brand."
      note="Each bar is the 95% interval of the share. Fewer answers make it wider. Overlapping bars may not differ."
    >
      <Figure title="Share of answers by platform" file="prompt platforms" columns={COLUMNS} rows={rows}>
        <Intervals rows={rows.map((row) => intervalOf(row, prompt.id))} />
      </Figure>
    </Section>
  );
}

function intervalOf({ platform, visibilityScore, brandMentionCount, responseCount, confidence }: Row, prompt: string) {
  return {
    key: platform,
    name: <PlatformName platform={platform} />,
    color: platformOf(platform).color,
    score: visibilityScore,
    low: confidence?.low ?? 0,
    high: confidence?.high ?? 100,
    note: <AnswersLink prompt={prompt} platform={platform}>{`${brandMentionCount} of ${responseCount}`}</AnswersLink>,
  };
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'Platform', cell: ({ platform }) => platformOf(platform).name },
  { head: 'Score, %', cell: ({ visibilityScore }) => visibilityScore, isNumber: true },
  { head: 'Low, %', cell: ({ confidence }) => confidence?.low ?? null, isNumber: true },
  { head: 'High, %', cell: ({ confidence }) => confidence?.high ?? null, isNumber: true },
  { head: 'Answers with the name', cell: ({ brandMentionCount }) => brandMentionCount, isNumber: true },
  { head: 'Answers', cell: ({ responseCount }) => responseCount, isNumber: true },
];
