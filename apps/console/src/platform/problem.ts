import { ORPCError } from "@orpc/client";
import { translate } from "./i18n.ts";

/** What the server said no with: words for people, a code for programs, and the fields it speaks about. */
export interface Problem {
  /** Null when no answer came at all. */
  status: number | null;
  code: string | null;
  /** Null when the server had no words for it. */
  message: string | null;
  fields: Record<string, string[]>;
}

/** Reads anything thrown by a call. A failure of the network has no status. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof ORPCError)) return { status: null, code: null, message: null, fields: {} };
  const data: unknown = error.data;
  // The library makes up a message where there is none.
  const message = isRecord(data) && data["wordless"] === true ? null : error.message || null;
  return { status: error.status, code: String(error.code), message, fields: fieldsIn(data) };
}

/** Why something could not be shown: the server's words, or that no answer came. Browsers throw a TypeError then (Fetch standard, fetch()). */
export function reasonOf(error: unknown): string {
  const { status, message } = problemOf(error);
  if (message !== null) return message;
  return status === null && error instanceof TypeError ? translate("layout:noAnswer") : translate("layout:pageFailed");
}

/** The first message about a field, if the server had one. */
export const fieldMessage = (problem: Problem, field: string): string | null => problem.fields[field]?.[0] ?? null;

/** Turns an error body `{message, code, errors?}` into what calls throw; null for a body of another shape. */
export function refusalFromBody(body: unknown, status: number): ORPCError<string, unknown> {
  const record = isRecord(body) ? body : {};
  const message = typeof record["message"] === "string" ? record["message"] : "";
  return new ORPCError(typeof record["code"] === "string" ? record["code"] : "unknown", {
    // Statuses below 400 are not errors to the client library.
    status: status >= 400 ? status : 500,
    message,
    data: { errors: record["errors"], wordless: message === "" },
  });
}

function fieldsIn(data: unknown): Record<string, string[]> {
  const errors = isRecord(data) ? data["errors"] : null;
  if (!isRecord(errors)) return {};
  const fields: Record<string, string[]> = {};
  for (const [name, messages] of Object.entries(errors)) {
    if (Array.isArray(messages)) fields[name] = messages.filter((text) => typeof text === "string");
  }
  return fields;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
