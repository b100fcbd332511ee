import { z } from 'zod';
import { oneWrite } from '../../core/field-prices.js';
import { addNote as saveNote } from '../../core/notes/notes.js';
import { defineTool, projectId } from '../mcp-tool.js';
import { quotedLine } from '../quoted.js';

/** A note has so many characters. */
const TEXT_MAX = 500;

export const addNote = defineTool({
  name: 'add_note',
  title: 'Add a note',
  description: 'Writes down what people did, and when, among the changes of a project, where everybody of it reads it.',
  isWrite: true,
  input: z.object({
    project_id: projectId,
    at: z.string().describe('Such as 2026-11-02T09:30:00Z; not in the future'),
    text: z.string().describe('1 to 500 characters'),
  }),
  output: z.object({ id: z.string().nullable(), at: z.string(), text: z.string() }),
  points: () => oneWrite({ args: {}, childComplexity: 0 }),
  run: async (ctx, { project_id: id, at, text }) => {
    const note = await saveNote(ctx, id, { at, text });
    return { id: note.id, at: note.at, text: quotedLine(note.text, TEXT_MAX) };
  },
});
