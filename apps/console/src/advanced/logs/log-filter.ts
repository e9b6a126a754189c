import type { LogKind } from "@kinora/domain/operations/logs.ts";
import { withoutNothing } from "../../shell/lists/given.ts";
import type { LogsAt } from "./logs-view.ts";

/** What a log is narrowed by, as the API takes it. */
export function logFilter(kind: LogKind, { address }: LogsAt) {
  const { search, since, from, until, level, account, project, request } = address;
  return { kind, ...withoutNothing({ search, since, from, until, level, account, project, request }) };
}

export type LogFilter = ReturnType<typeof logFilter>;
