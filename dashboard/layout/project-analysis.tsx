import { AnalysisStrip } from '../ui/analysis-strip.tsx';
import { useAnalysis } from './use-analysis.ts';

/** Tells on every page of a project that its numbers are for former names, until they no longer are. */
export function ProjectAnalysis({ projectId }: { projectId: string }) {
  return <AnalysisStrip analysis={useAnalysis(projectId)} />;
}
