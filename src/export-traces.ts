import { beginTracing } from './tracing.js';

/**
 * Sends spans to an OpenTelemetry collector from now on, in the background and in batches: where it is away, they are
 * dropped. The SDK is loaded here alone, so a process that is not traced neither loads nor runs it.
 * @param endpoint its URL without `/v1/traces` and without a slash at the end.
 * @returns what sends the spans that are left, within 2 s.
 */
export async function exportTraces(endpoint: string): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }] = await Promise.all([
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/exporter-trace-otlp-http'),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: 2_000 });
  const processor = new BatchSpanProcessor(exporter, { scheduledDelayMillis: 1_000, exportTimeoutMillis: 2_000 });
  const provider = new NodeTracerProvider({ spanProcessors: [processor] });
  provider.register();
  beginTracing();
  return () => provider.shutdown().catch(() => {});
}
