import { LOG_SEVERITIES, STREAM_LOG_TYPES, type LogSeverity, type StreamLogType } from "@kinora/domain/streams.ts";
import { dayOf, positive, textOf } from "./liveView.ts";

/** What the address of the live logs says; what is left out narrows nothing. */
export interface StreamLogSearch {
  /** The log line by line, or one row for each session. */
  list?: "sessions";
  page?: number;
  search?: string;
  /** Id of a livestream. */
  stream?: number;
  type?: StreamLogType;
  severity?: LogSeverity;
  /** Days, such as 2030-01-31. */
  from?: string;
  to?: string;
}

/** What of a log's address changes; undefined takes it out. */
export type StreamLogChange = { [Key in keyof StreamLogSearch]?: StreamLogSearch[Key] | undefined };

/** Reads an address; what makes no sense counts as not said. */
export const readStreamLogSearch = (raw: Record<string, unknown>): StreamLogSearch =>
  changed(
    {},
    {
      list: raw["list"] === "sessions" ? "sessions" : undefined,
      page: positive(raw["page"]) ?? undefined,
      search: textOf(raw["search"]),
      stream: positive(raw["stream"]) ?? undefined,
      type: STREAM_LOG_TYPES.find((known) => known === raw["type"]),
      severity: LOG_SEVERITIES.find((known) => known === raw["severity"]),
      from: dayOf(raw["from"]),
      to: dayOf(raw["to"]),
    },
  );

/** An address after a change; whatever narrows differently begins on the first page. */
export function changed(view: StreamLogSearch, change: StreamLogChange): StreamLogSearch {
  const entries = Object.entries({ ...view, page: undefined, ...change });
  return Object.fromEntries(
    entries.filter(([name, value]) => value !== undefined && value !== "" && !(name === "page" && value === 1)),
  );
}

/** What narrows the log, as the API is asked for it. */
export function streamLogFilter({ search, stream, type, severity, from, to }: StreamLogSearch) {
  return {
    ...(search === undefined ? {} : { search }),
    ...(stream === undefined ? {} : { stream: [stream] }),
    ...(type === undefined ? {} : { type: [type] }),
    ...(severity === undefined ? {} : { severity: [severity] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

/** What sessions are narrowed by. */
export type SessionView = Pick<StreamLogSearch, "stream" | "from" | "to">;

/** What narrows the sessions, as the API is asked for it. */
export const sessionFilter = ({ stream, from, to }: SessionView) =>
  streamLogFilter({
    ...(stream === undefined ? {} : { stream }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  });

/** A filter as the query of the export's address: lists as `name[]`. */
export function streamLogQuery(filter: ReturnType<typeof streamLogFilter>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) {
    if (Array.isArray(value)) for (const each of value) query.append(`${name}[]`, String(each));
    else query.append(name, value);
  }
  return query.toString();
}
