import type { LogKind, LogLevel } from "@kinora/domain/operations/logs.ts";
import { operations } from "../../platform/http/operations.ts";
import { countLogLines, listLogLines, type LogFilter } from "./lines.ts";

interface FilterInput {
  kind: LogKind;
  since: number;
  from?: string | undefined;
  until?: string | undefined;
  level?: LogLevel | undefined;
  search?: string | undefined;
  account?: number | undefined;
  project?: number | undefined;
  request?: string | undefined;
}

const filterOf = (input: FilterInput): LogFilter => ({
  kind: input.kind,
  since: input.since,
  from: input.from === undefined ? undefined : new Date(input.from),
  until: input.until === undefined ? undefined : new Date(input.until),
  level: input.level ?? "debug",
  search: input.search || null,
  account: input.account ?? null,
  project: input.project ?? null,
  request: input.request || null,
});

/** The logs of the installation. */
export const logRoutes = {
  listLogLines: operations.advanced.listLogLines.handler(({ context, input }) =>
    listLogLines(context, { ...filterOf(input), before: input.before ?? null }),
  ),
  countLogLines: operations.advanced.countLogLines.handler(({ context, input }) =>
    countLogLines(context, filterOf(input)),
  ),
};
