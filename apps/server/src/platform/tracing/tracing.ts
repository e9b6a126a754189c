/**
 * What a span says besides its name and time. Ids, names of code and counts only: no text that people wrote, no address, no path with
 * a key in it, no query.
 */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface SpanOptions {
  /** As OpenTelemetry names them; `internal` unless said. */
  kind?: "server" | "client" | "consumer";
  /** `traceparent` (W3C Trace Context) of the span it belongs to; null begins a trace. Left out, it belongs to the span in progress. */
  parent?: string | null;
  /** Now unless said. */
  startedAt?: Date;
}

/** A span in progress. What is done after its end is ignored. */
export interface OpenSpan {
  /** Runs `work` with this as the span in progress, also of what it begins and does not wait for. */
  run<Result>(work: () => Result): Result;
  add(facts: SpanFacts): void;
  rename(name: string): void;
  /** Marks it as failed. Of an error only its kind is recorded: messages may hold what people wrote. */
  fail(error: unknown): void;
  /** @param at now unless said. */
  end(at?: Date): void;
}

/** Traces of one role (docs/operations/tracing.md). Everything is a no-op where they are off. */
export interface Tracing {
  /** Whether spans are recorded: what prepares one is left out where they are not. */
  isOn: boolean;
  /** Does `work` within a span; one that throws has failed. */
  traced<Result>(name: string, facts: SpanFacts, work: () => Promise<Result>, options?: SpanOptions): Promise<Result>;
  begin(name: string, facts: SpanFacts, options?: SpanOptions): OpenSpan;
  /** The span in progress; null without one. */
  current(): OpenSpan | null;
  /** `traceparent` of the span in progress, for a job, a row or a request to another role; null without one. */
  parent(): string | null;
}

/** Traces of a process. */
export interface ProcessTracing {
  of(role: string): Tracing;
  /** What a log line says of the span in progress. */
  logFacts?: () => object;
  /** Records a statement of the span in progress. */
  onStatement?: (statement: string, milliseconds: number, error: unknown) => void;
  /** Sends what waits; gives up after 2 s. */
  close(): Promise<void>;
}

const nothing = () => undefined;

const NO_SPAN: OpenSpan = { run: (work) => work(), add: nothing, rename: nothing, fail: nothing, end: nothing };

export const NO_TRACING: Tracing = {
  isOn: false,
  traced: (_name, _facts, work) => work(),
  begin: () => NO_SPAN,
  current: () => null,
  parent: () => null,
};

/** Traces where no collector is configured. */
export const NO_TRACES: ProcessTracing = { of: () => NO_TRACING, close: () => Promise.resolve() };

/** The header by which a request to another role continues the trace in progress. */
export function traceHeaders(tracing: Pick<Tracing, "parent">): { traceparent?: string } {
  const traceparent = tracing.parent();
  return traceparent === null ? {} : { traceparent };
}
