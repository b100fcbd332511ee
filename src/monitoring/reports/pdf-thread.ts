/* What the thread of `make-pdf.ts` runs: it gets plain values and returns plain values. */
export { drawPdf as default } from './pdf-drawing.js';
