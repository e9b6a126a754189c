import { LOG_LEVELS, LOG_SPANS } from "@kinora/domain/operations/logs.ts";
import { idOf, listView, oneOf, searched, type ViewField } from "@kinora/ui/kit/list-view.ts";
import type { ListAddress } from "../../shell/lists/list-address.ts";

/** How far back a log is read unless the address says otherwise: a day. */
export const USUAL_SPAN = 1_440;

const span = (): ViewField<number> => ({
  read: (raw) => LOG_SPANS.find((minutes) => minutes === Number(raw) && minutes !== USUAL_SPAN),
  narrows: true,
});

/** A moment, such as `2030-01-31T12:00:00.000Z`. */
const moment = (): ViewField<string> => ({
  read: (raw) =>
    typeof raw === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(raw) && !Number.isNaN(Date.parse(raw))
      ? raw
      : undefined,
  narrows: true,
});

/** The id of a request or a job. */
const request = (): ViewField<string> => ({
  read: (raw) => (typeof raw === "string" && /^[\w-]{1,100}$/.test(raw) ? raw : undefined),
  narrows: true,
});

const schema = {
  search: searched(),
  since: span(),
  from: moment(),
  until: moment(),
  level: oneOf(LOG_LEVELS),
  account: idOf(),
  project: idOf(),
  request: request(),
};

/** What the address of a log says. */
export const logsView = listView(schema);
export type LogsAt = ListAddress<typeof schema>;
