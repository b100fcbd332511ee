import { BlockSplitter, LONGEST_SEGMENT } from './block-splitter.js';
import { entriesBeside } from './list-entries.js';
import { listLeads } from './list-leads.js';
import { headsAround } from './named-heads.js';
import type { Outline, Segment } from './outline.types.js';
import { pushTrimmed } from './segments.js';
import type { Block, VisibleText } from './visible-text.types.js';

/** Parts the visible text into what it says one after the other, in one pass. */
export function outlineOf(visible: VisibleText): Outline {
  const segments: Segment[] = [];
  for (const block of visible.blocks) {
    const isTitle = block.kind === 'heading' && block.end - block.start <= LONGEST_SEGMENT;
    if (isTitle) pushTrimmed(visible, segments, headingOf(block));
    else new BlockSplitter(visible, block, segments).split();
  }
  const leadOf = listLeads(visible.text, segments);
  return {
    segments,
    leadOf,
    entriesBeside: entriesBeside(visible.text, segments),
    ...headsAround(visible.text, segments),
  };
}

function headingOf(block: Block): Segment {
  return { ...block, kind: 'heading', headEnd: block.end, opensLine: true, column: 0 };
}
