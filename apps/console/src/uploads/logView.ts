import { UPLOAD_RESULTS, UPLOAD_SOURCES, type UploadResult, type UploadSource } from "@kinora/domain/uploads.ts";

/** What the address of the upload log says; what is left out narrows nothing. */
export interface LogSearch {
  page?: number;
  search?: string;
  result?: UploadResult;
  source?: UploadSource;
  /** Id of who uploaded. */
  user?: number;
  /** Days, such as 2030-01-31. */
  from?: string;
  to?: string;
}

/** What of a log's address changes; undefined takes it out. */
export type LogChange = { [Key in keyof LogSearch]?: LogSearch[Key] | undefined };

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reads an address; what makes no sense counts as not said. */
export function readLogSearch(raw: Record<string, unknown>): LogSearch {
  const page = Number(raw["page"]);
  const search =
    typeof raw["search"] === "string" || typeof raw["search"] === "number" ? String(raw["search"]).trim() : "";
  const result = UPLOAD_RESULTS.find((known) => known === raw["result"]);
  const source = UPLOAD_SOURCES.find((known) => known === raw["source"]);
  const day = (value: unknown) => (typeof value === "string" && DAY.test(value) ? value : undefined);
  const user = Number(raw["user"]);
  const [from, to] = [day(raw["from"]), day(raw["to"])];
  return {
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
    ...(search === "" ? {} : { search }),
    ...(result ? { result } : {}),
    ...(source ? { source } : {}),
    ...(Number.isSafeInteger(user) && user > 0 ? { user } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
  };
}

/** A log's address as the API is asked for it. */
export function logFilterOf({ search, result, source, user, from, to }: LogSearch) {
  return {
    ...(search === undefined ? {} : { search }),
    ...(result === undefined ? {} : { result: [result] }),
    ...(source === undefined ? {} : { source: [source] }),
    ...(user === undefined ? {} : { user: [user] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}
