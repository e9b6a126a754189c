import type { OperationMeta } from "@kinora/contract/access.ts";
import { isPart, type Part } from "./plain-schemas.ts";

/** What a refusal's body is, whatever its status. */
export const REFUSAL_SCHEMA = {
  type: "object",
  properties: {
    message: { type: "string", description: "A sentence for people." },
    code: { type: "string", description: "For programs." },
    errors: {
      type: "object",
      additionalProperties: { type: "array", items: { type: "string" } },
      description: "Sentences by the name of the field.",
    },
    request_id: { type: "string", description: "The same as X-Request-Id; log lines have it." },
  },
  required: ["message", "code", "request_id"],
} as const;

const RETRY_AFTER = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer", minimum: 0 } } };

const refusal = (description: string, headers?: object) => ({
  description,
  ...(headers ? { headers } : {}),
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

/** The answers of refusals, by status: each operation refers to its own. */
export const REFUSAL_RESPONSES = {
  401: refusal("No session and no valid API key.", {
    "WWW-Authenticate": { description: "How to be known: with a bearer token.", schema: { type: "string" } },
  }),
  403: refusal("The caller may not do this, or has to confirm first that it is they (`confirmation_required`)."),
  404: refusal("There is no such thing, or it is not the caller's."),
  409: refusal("The state of things, or another request at the same moment, does not allow it."),
  422: refusal("Some fields are not valid; `errors` has them by name."),
  429: refusal("Too many requests.", RETRY_AFTER),
  503: refusal("Nothing can be changed at the moment.", RETRY_AFTER),
  default: refusal(
    "Any other refusal, such as 413 for a large body and 415 for one of another type, and faults of the server.",
  ),
} as const;

type Status = keyof typeof REFUSAL_RESPONSES;

/** Which refusals an operation has, by who may call it, its method and what it takes. */
function statusesOf(method: string, operation: Part, { access, reads }: Partial<OperationMeta>): Status[] {
  const parameters = Array.isArray(operation["parameters"]) ? operation["parameters"].filter(isPart) : [];
  const changes = method !== "get" && reads !== true;
  const takes = parameters.length > 0 || isPart(operation["requestBody"]);
  return [
    // Keys are of one project: what every person may do can refuse them, too.
    ...(access?.who === "anyone" ? [] : [401 as const, 403 as const]),
    ...(parameters.some((parameter) => parameter["in"] === "path") ? [404 as const] : []),
    ...(changes ? [409 as const] : []),
    ...(takes ? [422 as const] : []),
    429,
    ...(changes ? [503 as const] : []),
    "default",
  ];
}

/** The operation with its refusals, and without a need for credentials where anyone may call it. */
export function withRefusals(method: string, operation: Part, meta: Partial<OperationMeta>): Part {
  const refusals = statusesOf(method, operation, meta).map((status) => [
    String(status),
    { $ref: `#/components/responses/${status}` },
  ]);
  const own = isPart(operation["responses"]) ? operation["responses"] : {};
  return {
    ...operation,
    ...(meta.access?.who === "anyone" ? { security: [] } : {}),
    responses: { ...own, ...(Object.fromEntries(refusals) as Part) },
  };
}
