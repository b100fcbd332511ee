import { Field, ID, Int, ObjectType } from 'type-graphql';
import { CELL_TEXT_MAX, type CellView } from '../../core/metrics/cells.js';
import { type Confidence as ConfidenceView, wilson } from '../../core/metrics/confidence.js';
import type { Platform } from '../../entities/vocabulary.js';
import { PlatformEnum } from '../shared/enums.js';
import { Confidence } from './visibility.types.js';

@ObjectType({ description: 'Visibility of one prompt on one platform.', simpleResolvers: true })
export class Cell implements CellView {
  @Field(() => ID, {
    nullable: true,
    description: 'The prompt; null for all questions together that no unarchived prompt asks.',
  })
  promptId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: `The prompt's text of now, its first ${CELL_TEXT_MAX} characters; null where there is no prompt.`,
  })
  promptText!: string | null;

  @Field(() => PlatformEnum, { description: 'The platform.' })
  platform!: Platform;

  @Field(() => Int, { description: 'Accepted responses.' })
  responseCount!: number;

  @Field(() => Int, { description: 'Accepted responses that name the brand.' })
  brandMentionCount!: number;

  @Field(() => Int, { description: 'Percent of accepted responses that name the brand.' })
  visibilityScore!: number;

  @Field(() => Confidence, { nullable: true, description: 'How sure the score is.' })
  confidence!: ConfidenceView | null;
}

export function toCell(view: CellView): Cell {
  return { ...view, confidence: wilson(view.brandMentionCount, view.responseCount) };
}
