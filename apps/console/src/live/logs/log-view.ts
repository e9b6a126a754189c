import { LOG_SEVERITIES, STREAM_LOG_TYPES } from "@kinora/domain/live/stream-log.ts";
import { dayOf, idOf, listView, oneOf, searched, shownAs } from "@kinora/ui/kit/list-view.ts";

const LOG_FIELDS = {
  /** Events one by one, one row for each session, or what people changed on a livestream. */
  list: shownAs(["log", "sessions", "activity"]),
  search: searched(),
  /** Id of a livestream. */
  stream: idOf(),
  type: oneOf(STREAM_LOG_TYPES),
  severity: oneOf(LOG_SEVERITIES),
  from: dayOf(),
  to: dayOf(),
};
export type LogSchema = typeof LOG_FIELDS;

/** What the address of the live logs says. */
export const streamLogView = listView(LOG_FIELDS);

export type LogAddress = ReturnType<typeof streamLogView.read>;

/** What filters the log, as the API is asked for it. */
export const logFilterOf = ({ search, type, severity, ...rest }: LogAddress) => ({
  ...(search === undefined ? {} : { search }),
  ...(type === undefined ? {} : { type: [type] }),
  ...(severity === undefined ? {} : { severity: [severity] }),
  ...sessionFilterOf(rest),
});

/** What filters the sessions. */
export const sessionFilterOf = ({ stream, from, to }: Pick<LogAddress, "stream" | "from" | "to">) => ({
  ...(stream === undefined ? {} : { stream: [stream] }),
  ...(from === undefined ? {} : { from }),
  ...(to === undefined ? {} : { to }),
});
