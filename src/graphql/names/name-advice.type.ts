import { Field, ObjectType } from 'type-graphql';
import type { AdviceLevel, NameAdvice as NameAdviceView } from '../../core/branding/name-advice.js';
import { AdviceLevelEnum } from '../shared/enums.js';

@ObjectType({ description: 'What to know about a name that answers are searched for.', simpleResolvers: true })
export class NameAdvice implements NameAdviceView {
  @Field(() => String, { description: 'The name or alias, as registered.' })
  name!: string;

  @Field(() => AdviceLevelEnum, { description: 'How much it matters.' })
  level!: AdviceLevel;

  @Field(() => String, { description: 'When the name counts and when it does not, in one or two sentences.' })
  message!: string;

  @Field(() => [String], {
    description:
      'Names that are found more surely: the name without its marks, or a fuller one of the website or the ' +
      'description. Mostly none.',
  })
  suggestedAliases!: string[];
}
