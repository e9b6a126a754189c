import { ORPCError } from "@orpc/client";

interface ProblemData {
  /** Messages by field, as the request named the fields. */
  fields: Record<string, string[]>;
  /** For questions to the operator. */
  requestId: string | null;
  /** When trying again makes sense. */
  retryAfterSeconds: number | null;
}

/** An answer of 400 and above: `status`, a `code` for programs, a `message` for people, and `data`. */
export class KinoraError extends ORPCError<string, ProblemData> {}

/** Reads the body of a refusal: `{message, code, errors?, request_id?}`. */
export function readProblem(body: unknown, status: number, headers: Headers | Record<string, unknown>): KinoraError {
  const { message, code, errors, request_id: id } = isRecord(body) ? body : {};
  const seconds = Number(headers instanceof Headers ? headers.get("retry-after") : headers["retry-after"]);
  return new KinoraError(typeof code === "string" ? code : "unknown", {
    status: status >= 400 ? status : 500,
    message: typeof message === "string" ? message : `The API answered with ${status}.`,
    data: {
      fields: isRecord(errors) ? (errors as Record<string, string[]>) : {},
      requestId: typeof id === "string" ? id : null,
      retryAfterSeconds: seconds > 0 ? seconds : null,
    },
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
