import { until } from "./until.ts";
import { startReceiver, type Receiver } from "./webhook-receiver.ts";

/** A span as the collector of a test received it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  name: string;
  /** Of the process that sent it. */
  service: string;
  attributes: Record<string, string | number | boolean>;
  failed: boolean;
  startedMs: number;
  endedMs: number;
}

export interface TraceCollector {
  receiver: Receiver;
  /** Settings of a process that sends its traces here. */
  env: Record<string, string>;
  spans(): ReceivedSpan[];
  /** The spans of a trace, once those that others are within have ended, too. */
  whole(traceId: string): Promise<ReceivedSpan[]>;
}

interface OtlpValue {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
}
interface OtlpAttribute {
  key: string;
  value: OtlpValue;
}
interface OtlpSpan extends Pick<ReceivedSpan, "traceId" | "spanId" | "name"> {
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: OtlpAttribute[];
  status?: { code?: number };
}
/** ExportTraceServiceRequest of OTLP, as JSON. */
interface OtlpRequest {
  resourceSpans: { resource: { attributes: OtlpAttribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const STATUS_ERROR = 2;

/** An OTLP receiver of the test's own, which reads JSON. */
export async function startCollector(): Promise<TraceCollector> {
  const receiver = await startReceiver();
  const spans = () =>
    receiver.received.flatMap(({ body }) => (JSON.parse(body) as OtlpRequest).resourceSpans.flatMap(spansOf));
  return {
    receiver,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "20",
    },
    spans,
    whole: (traceId) =>
      until(async () => {
        const found = spans().filter((span) => span.traceId === traceId);
        const ids = new Set(["", ...found.map(({ spanId }) => spanId)]);
        return found.every(({ parentSpanId }) => ids.has(parentSpanId)) ? found : null;
      }),
  };
}

function spansOf({ resource, scopeSpans }: OtlpRequest["resourceSpans"][number]): ReceivedSpan[] {
  const service = String(read(resource.attributes)["service.name"]);
  return scopeSpans.flatMap(({ spans }) =>
    spans.map(({ traceId, spanId, parentSpanId = "", name, attributes = [], status, ...times }) => ({
      ...{ traceId, spanId, parentSpanId, name, service },
      attributes: read(attributes),
      failed: status?.code === STATUS_ERROR,
      startedMs: Number(BigInt(times.startTimeUnixNano) / 1_000_000n),
      endedMs: Number(BigInt(times.endTimeUnixNano) / 1_000_000n),
    })),
  );
}

const read = (attributes: readonly OtlpAttribute[]): ReceivedSpan["attributes"] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]));

const plain = ({ stringValue, intValue, doubleValue, boolValue }: OtlpValue) =>
  stringValue ?? (intValue === undefined ? undefined : Number(intValue)) ?? doubleValue ?? boolValue ?? "";

/** The names of a span and of those it is within, from the first of the trace. @throws Error where one is missing. */
export function wayTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  if (span.parentSpanId === "") return [span.name];
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  if (!parent) throw new Error(`The parent of ${span.name} was not sent.`);
  return [...wayTo(parent, spans), span.name];
}
