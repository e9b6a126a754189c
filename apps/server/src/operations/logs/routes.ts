import { operations } from "../../platform/http/operations.ts";
import { listLogLines } from "./lines.ts";

/** The logs of the installation. */
export const logRoutes = {
  listLogLines: operations.advanced.listLogLines.handler(({ context, input }) =>
    listLogLines(context, {
      kind: input.kind,
      since: input.since,
      level: input.level ?? "debug",
      search: input.search || null,
      account: input.account ?? null,
      project: input.project ?? null,
      request: input.request || null,
      before: input.before ?? null,
    }),
  ),
};
