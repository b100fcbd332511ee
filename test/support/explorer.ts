import { join } from 'node:path';
import { BUILT_FOLDER, readBuiltPage } from '../../src/http/assets.js';

const built = readBuiltPage(join(BUILT_FOLDER, 'explorer'));

/** What the built GraphiQL loads first: the paths of its script and of its style sheet. */
export const EXPLORER_SCRIPT = pathOf(/src="([^"]+\.js)"/);
export const EXPLORER_STYLES = pathOf(/href="([^"]+\.css)"/);

function pathOf(reference: RegExp): string {
  const path = reference.exec(built?.page ?? '')?.[1];
  if (path === undefined) throw new Error(`the built page of GraphiQL has no ${reference.source}`);
  return path;
}
