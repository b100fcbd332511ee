import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

const KINDS = { request: SpanKind.SERVER, call: SpanKind.CLIENT, work: SpanKind.INTERNAL } as const;

/** Whether spans are made: set once, before anything is traced. Without, a span costs one comparison. */
export let isTracing = false;

/** From now on spans are made, for the provider that is registered with OpenTelemetry's API. */
export function beginTracing(): void {
  isTracing = true;
}

/**
 * Does `work` in a span, a child of the one that it is called in; what fails marks it, by its code or kind alone.
 * Attributes are names of the code's own: no secret, no text of a customer, no parameter of a statement.
 */
export function inSpan<Result>(
  name: string,
  kind: keyof typeof KINDS,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return isTracing ? traced(open(name, kind, attributes), work) : work();
}

async function traced<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}

/** A span whose end another event decides; undefined where nothing is traced. `within` runs what belongs to it. */
export function openSpan(name: string, kind: keyof typeof KINDS, attributes: Attributes): OpenSpan | undefined {
  if (!isTracing) return undefined;
  const span = open(name, kind, attributes);
  return { span, within: (work) => context.with(trace.setSpan(context.active(), span), work) };
}

interface OpenSpan {
  span: Span;
  within: (work: () => void) => void;
}

function open(name: string, kind: keyof typeof KINDS, attributes: Attributes): Span {
  return trace.getTracer('brand-visibility-monitor').startSpan(name, { kind: KINDS[kind], attributes });
}
