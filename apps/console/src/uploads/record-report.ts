import type { UploadStep } from "@kinora/domain/uploads/uploads.ts";
import type { api } from "../platform/client.ts";

export type UploadRecordData = Awaited<ReturnType<typeof api.imports.getUploadRecord>>["data"];

/** An upload's record as plain text for a ticket or a mail; moments in UTC. */
export function recordReport(
  { entry, steps }: UploadRecordData,
  nameOf: (step: UploadStep) => string,
  facts: readonly (readonly [string, string])[],
): string {
  const lines = [
    `${entry.file_name} (${entry.id})`,
    `source: ${entry.source}${entry.source_url === null ? "" : ` ${entry.source_url}`}`,
    `size: ${entry.size_bytes ?? "unknown"} bytes, arrived: ${entry.offset_bytes} bytes`,
    `result: ${entry.result}`,
    ...facts.map(([name, value]) => `${name}: ${value}`),
    ...(entry.error ? [`${entry.error.message} ${entry.error.fix}`] : []),
    "",
    ...steps.map(({ at, type, facts: stepFacts }) =>
      [new Date(at).toISOString(), nameOf(type), ...stepFacts.map(({ name, value }) => `${name}=${value}`)].join("  "),
    ),
  ];
  return `${lines.join("\n")}\n`;
}
