import type { InputOf } from "../../platform/http/input-of.ts";
import { operations } from "../../platform/http/operations.ts";
import { countLogLines, listLogLines, type LogFilter } from "./lines.ts";

type FilterInput = InputOf<"advanced", "countLogLines">;

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
