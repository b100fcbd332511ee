import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { ChangeView } from '../../core/changes/changes.js';
import { oneWrite } from '../../core/field-prices.js';
import { addNote, NOTE_MAX, NOTES_MAX, removeNote } from '../../core/notes/notes.js';
import { type GraphqlContext, write } from '../graphql-context.js';
import { DateTimeScalar } from '../shared/scalars.js';
import { Change, Deletion } from './project.types.js';

@InputType({ description: "What people did that a project's numbers may differ by." })
class AddNoteInput {
  @Field(() => DateTimeScalar, { description: 'When it was done: from 1970 on, not in the future.' })
  at!: string;

  @Field(() => String, { description: `What was done: 1 to ${NOTE_MAX} characters.` })
  text!: string;
}

/** Notes, which are read among the changes of their project. */
@Resolver(() => Change)
export class NoteResolver {
  @Mutation(() => Change, {
    nullable: true,
    complexity: oneWrite,
    description:
      `Adds a note to the changes of a project, which has ${NOTES_MAX} at most. ` +
      'It is kept until it is removed, however old.',
  })
  async addNote(
    @Arg('projectId', () => ID, { description: 'The project that it is about.' }) projectId: string,
    @Arg('input', () => AddNoteInput, { description: 'The new note.' }) input: AddNoteInput,
    @Ctx() ctx: GraphqlContext,
  ): Promise<ChangeView> {
    return write(ctx, (core) => addNote(core, projectId, input));
  }

  @Mutation(() => Deletion, { nullable: true, complexity: oneWrite, description: 'Removes a note for good.' })
  async removeNote(
    @Arg('id', () => ID, { description: 'Identifier of the note: `id` among the changes.' }) id: string,
    @Ctx() ctx: GraphqlContext,
  ): Promise<Deletion> {
    return write(ctx, (core) => removeNote(core, id));
  }
}
