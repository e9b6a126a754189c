import { ExportResultCode, type ExportResult } from "@opentelemetry/core";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { Logger } from "../log.ts";

/** Sends spans by another exporter, and logs once when the collector does not take them, and when it does again. */
export class ReportingExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: () => Logger;
  #isAway = false;
  #lost = 0;

  /** `log` is asked for when there is something to log. */
  constructor(exporter: SpanExporter, log: () => Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.#took();
      else this.#refused(spans.length, result.error);
      // A failure is logged here; the processor would log it as well.
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  forceFlush(): Promise<void> {
    return this.#exporter.forceFlush?.() ?? Promise.resolve();
  }

  shutdown(): Promise<void> {
    return this.#exporter.shutdown();
  }

  #took(): void {
    if (this.#isAway) this.#log().info({ lostSpans: this.#lost }, "the collector takes traces again");
    this.#isAway = false;
    this.#lost = 0;
  }

  #refused(spans: number, error: Error | undefined): void {
    this.#lost += spans;
    if (this.#isAway) return;
    this.#isAway = true;
    // Its answer may repeat what it was sent, headers with keys too.
    const status = error && "code" in error ? error.code : undefined;
    this.#log().warn(
      { error: error?.name, status },
      "the collector does not take traces: they are lost until it does, and nothing else is",
    );
  }
}
