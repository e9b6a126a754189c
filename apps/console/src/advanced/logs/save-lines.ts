import type { LogKind } from "@kinora/domain/operations/logs.ts";
import type { api } from "../../platform/client.ts";

export type LogLine = Awaited<ReturnType<typeof api.advanced.listLogLines>>["data"][number];

/** Saves the lines that are shown as a file of JSON lines (https://jsonlines.org). */
export function saveLines(kind: LogKind, lines: readonly LogLine[]): void {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const url = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `${kind}-log.jsonl`;
  link.click();
  URL.revokeObjectURL(url);
}
