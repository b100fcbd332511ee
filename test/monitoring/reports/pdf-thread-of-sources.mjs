import '../../../scripts/register.mjs';

/** The code of the thread as it is written, for threads that do not have the test's own way to load TypeScript. */
const { drawPdf } = await import('../../../src/monitoring/reports/pdf-drawing.ts');
export default drawPdf;
