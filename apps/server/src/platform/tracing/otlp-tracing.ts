import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";
import { VERSION } from "../process/version.ts";
import type { TracesConfig } from "../settings/traces.ts";
import { ReportingExporter } from "./reporting-exporter.ts";
import { statementName } from "./statement-name.ts";
import type { OpenSpan, ProcessTracing, SpanFacts, SpanOptions, Tracing } from "./tracing.ts";

const CLOSE_MS = 2_000;
/** Statements of one span that are spans of their own: a long job has thousands. */
const STATEMENTS_MAX = 100;

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Opens the traces of a process; spans are sent in batches and never waited for. `log` is asked for when there is something to log. */
export async function openTraces(config: TracesConfig, log: () => Logger): Promise<ProcessTracing> {
  const processor = new BatchSpanProcessor({
    exporter: new ReportingExporter(await openExporter(config), log),
    scheduledDelayMillis: config.delayMs,
    maxQueueSize: config.waitingMax,
  });
  const active = new AsyncLocalStorage<RecordedSpan>();
  const instance = randomUUID();
  let closing: Promise<void> | undefined;
  const providerOf = (role: string) =>
    new TracerProvider({
      resource: resourceFromAttributes({
        "service.name": config.serviceName ?? `kinora-${role}`,
        "service.version": VERSION,
        "service.instance.id": instance,
        "host.name": hostname(),
        "kinora.role": role,
        ...config.resource,
      }),
      sampler: samplerOf(config),
      spanProcessors: [processor],
    });
  return {
    of: (role) => new RoleTracing(providerOf(role).getTracer("kinora", VERSION), active),
    logFacts: () => active.getStore()?.logFacts() ?? {},
    onStatement: (statement, milliseconds, error) => active.getStore()?.addStatement(statement, milliseconds, error),
    // The exporter tries for longer; a process that ends does not wait for a collector that is away.
    close: () => (closing ??= Promise.race([processor.shutdown(), delay(CLOSE_MS)])),
  };
}

/** Either exporter reads further settings of the specification itself: time-out, compression, certificates. */
async function openExporter({ protocol, url, headers }: TracesConfig): Promise<SpanExporter> {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ url, headers: { ...headers } });
}

function samplerOf({ sampler, ratio }: TracesConfig): Sampler {
  const root = sampler.endsWith("always_off")
    ? new AlwaysOffSampler()
    : sampler.endsWith("traceidratio")
      ? new TraceIdRatioBasedSampler(ratio)
      : new AlwaysOnSampler();
  return sampler.startsWith("parentbased_") ? new ParentBasedSampler({ root }) : root;
}

class RoleTracing implements Tracing {
  readonly isOn = true;
  readonly #tracer: Tracer;
  readonly #active: AsyncLocalStorage<RecordedSpan>;

  constructor(tracer: Tracer, active: AsyncLocalStorage<RecordedSpan>) {
    this.#tracer = tracer;
    this.#active = active;
  }

  async traced<Result>(
    name: string,
    facts: SpanFacts,
    work: () => Promise<Result>,
    options?: SpanOptions,
  ): Promise<Result> {
    const span = this.begin(name, facts, options);
    try {
      return await span.run(work);
    } catch (error) {
      span.fail(error);
      throw error;
    } finally {
      span.end();
    }
  }

  begin(name: string, facts: SpanFacts, options: SpanOptions & { kind?: keyof typeof KINDS } = {}): OpenSpan {
    const { kind = "internal", parent, startedAt } = options;
    const context = parent === undefined ? (this.#active.getStore()?.context ?? ROOT_CONTEXT) : contextOf(parent);
    const span = this.#tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: { ...facts }, ...(startedAt ? { startTime: startedAt } : {}) },
      context,
    );
    return new RecordedSpan(span, this.#tracer, this.#active);
  }

  current(): OpenSpan | null {
    return this.#active.getStore() ?? null;
  }

  parent(): string | null {
    return this.#active.getStore()?.parent() ?? null;
  }
}

/** The context of a span elsewhere; that of no span where the text is not one. */
function contextOf(parent: string | null): Context {
  const remote = parent === null ? null : parseTraceParent(parent);
  return remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
}

class RecordedSpan implements OpenSpan {
  readonly context: Context;
  readonly #span: Span;
  readonly #tracer: Tracer;
  readonly #active: AsyncLocalStorage<RecordedSpan>;
  #statements = 0;

  constructor(span: Span, tracer: Tracer, active: AsyncLocalStorage<RecordedSpan>) {
    this.#span = span;
    this.#tracer = tracer;
    this.#active = active;
    this.context = trace.setSpan(ROOT_CONTEXT, span);
  }

  run<Result>(work: () => Result): Result {
    return this.#active.run(this, work);
  }

  add(facts: SpanFacts): void {
    this.#span.setAttributes({ ...facts });
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  fail(error: unknown): void {
    this.#span.setAttribute("error.type", kindOf(error));
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
  }

  end(at?: Date): void {
    if (this.#statements > STATEMENTS_MAX) this.#span.setAttribute("kinora.statements", this.#statements);
    this.#span.end(at);
  }

  addStatement(statement: string, milliseconds: number, error: unknown): void {
    this.#statements += 1;
    if (!this.#span.isRecording() || this.#statements > STATEMENTS_MAX) return;
    const now = Date.now();
    const span = this.#tracer.startSpan(
      statementName(statement),
      { kind: SpanKind.CLIENT, startTime: now - milliseconds, attributes: { "db.system.name": "postgresql" } },
      this.context,
    );
    if (error !== undefined) {
      span.setAttribute("error.type", kindOf(error));
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end(now);
  }

  logFacts(): object {
    const { traceId, spanId } = this.#span.spanContext();
    return { trace_id: traceId, span_id: spanId };
  }

  /** W3C Trace Context, 3.2. */
  parent(): string {
    return traceParentOf(this.#span.spanContext());
  }
}

const traceParentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-${(traceFlags & TraceFlags.SAMPLED) === 0 ? "00" : "01"}`;

/** The code of an error, which names no person or thing; else its class. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}
