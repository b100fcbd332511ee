import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { CHANGE_KINDS, type ChangeKind, type ChangeView } from '../../core/changes/changes.js';
import { upperCased } from '../shared/enums.js';
import { DateTimeScalar } from '../shared/scalars.js';

export const ChangeKindEnum = upperCased(CHANGE_KINDS);
registerEnumType(ChangeKindEnum, {
  name: 'ChangeKind',
  description: 'What changed in a project.',
  valuesConfig: {
    PROMPT_ADDED: { description: 'A prompt was created.' },
    PROMPT_ARCHIVED: { description: 'A prompt was archived.' },
    PROMPT_REWORDED: {
      description: 'A prompt asks another text: the answers before it are those of another question.',
    },
    PROMPT_ACTIVATED: { description: 'A prompt is asked again.' },
    PROMPT_DEACTIVATED: { description: 'A prompt is no longer asked.' },
    COMPETITOR_TRACKED: { description: 'A competitor was tracked, by a person or automatically.' },
    COMPETITOR_REMOVED: { description: 'A competitor was removed.' },
    COMPETITOR_RENAMED: { description: 'A competitor has another name.' },
    NAMES_CHANGED: {
      description: "The brand's name changed, or other names or the website of the brand or a competitor.",
    },
    PLATFORMS_CHANGED: { description: 'The project has other platforms, which new prompts inherit.' },
    MONITORING_PAUSED: { description: 'Monitoring was paused.' },
    MONITORING_RESUMED: { description: 'Monitoring was resumed.' },
    ANSWERS_READ_AGAIN: {
      description: 'All answers were read again, for other names or by other rules, and every number is a new one.',
    },
    MODEL_CHANGED: { description: 'A platform answered with a model that it had not answered with before.' },
  },
});

@ObjectType({ description: 'Something that changed beside the numbers of a project.', simpleResolvers: true })
export class Change implements ChangeView {
  @Field(() => DateTimeScalar, { description: 'When it changed; of a model, its first answer.' })
  at!: string;

  @Field(() => ChangeKindEnum, { description: 'What changed.' })
  kind!: ChangeKind;

  @Field(() => String, { description: 'What changed, in words; longer names and questions are cut.' })
  text!: string;
}
