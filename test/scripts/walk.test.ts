import { WALKS, type Walk, type WalkedFiles, walkAll } from '../support/walk.js';

/**
 * At most so many files run, those of `analysis` apart. The aims: visibility 25, graphql 46, graphql-first 54, prompt
 * 30, import 20 and 35 of `analysis`, alias 15, reanalysis 20. A bound is lowered by merging what is one idea, and
 * raised by a new idea on the way alone: last by the choice of questions that every number is made of, and by markets,
 * wordings and repeats where a prompt is created, by `core/access/token.ts`, the one hash of secrets, by
 * `core/context.ts`, which knows what visitors are refused, and in `analysis` by what a tone rests on and by what a
 * question asks for. The bounds of bodies that are checked before they are parsed (`json-bounds.ts`, `json-body.ts`)
 * are on the way of everything that is sent, and what batches and streams put around a body on that of an import. What
 * is above the aims now is a file an idea: of 32 files of `visibility` 7 are HTTP's, 7 the database's (session, pool,
 * pipelines, queue, meter) and 9 are of admission, plans, access and input; in `analysis`, each table of rules is one.
 */
const BOUNDS: Readonly<Record<Walk, { files: number; ofAnalysis: number }>> = {
  visibility: { files: 33, ofAnalysis: 0 },
  graphql: { files: 52, ofAnalysis: 0 },
  'graphql-first': { files: 56, ofAnalysis: 0 },
  prompt: { files: 41, ofAnalysis: 0 },
  import: { files: 31, ofAnalysis: 55 },
  alias: { files: 18, ofAnalysis: 0 },
  reanalysis: { files: 27, ofAnalysis: 55 },
};

let walked: ReadonlyMap<Walk, WalkedFiles>;
beforeAll(async () => {
  walked = await walkAll();
});

test.each(WALKS)('no more files run in %s than its bound allows', (walk) => {
  const paths = [...(walked.get(walk)?.keys() ?? [])];
  const ofAnalysis = paths.filter((path) => path.startsWith('analysis/'));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.length - ofAnalysis.length).toBeLessThanOrEqual(BOUNDS[walk].files);
  expect(ofAnalysis.length).toBeLessThanOrEqual(BOUNDS[walk].ofAnalysis);
});
