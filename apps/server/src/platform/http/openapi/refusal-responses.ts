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

const RETRY_AFTER = {
  "Retry-After": { description: "With 429 and 503. Seconds to wait.", schema: { type: "integer", minimum: 0 } },
};

const refusal = (description: string, headers: object) => ({
  description,
  headers,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});

/** What a refusal of each status says, and which operations have it. */
const REFUSED = [
  "`400`: the request cannot be read, as JSON that is none.",
  "`401`: no session and no valid API key; of every operation that not anyone may call.",
  "`403`: the caller may not do this, or has to confirm their identity first (`confirmation_required`); of the same.",
  "`404`: there is no such thing, or it is not the caller's; of every operation with an id in its path.",
  "`409`: the state of things, or another request at the same moment, does not allow it; of every operation that changes something.",
  "`408`, `413`, `415`: the body is too slow, too large, or of another type.",
  "`410`: it is gone for good.",
  "`422`: some fields are not valid, and `errors` has them by name; of every operation that takes anything.",
  "`429`: too many requests; of every operation.",
  "`451`: the video is taken down.",
].join("\n- ");

/** What can be answered to any operation besides, which the document says once. */
export const FAILURES =
  "Every operation can be answered with `5XX` and the same body as with `4XX`. With `503`, of every operation that changes something, nothing can be changed at the moment, and `Retry-After` says how many seconds to wait. `507`: the storage is full. Others are faults of the server.";

/** The answer of refusals: each operation refers to it, and says nothing of its own. */
export const REFUSAL_RESPONSES = {
  "4XX": refusal(`A refusal:\n- ${REFUSED}`, {
    "WWW-Authenticate": { description: "With 401. How to be known: with a bearer token.", schema: { type: "string" } },
    ...RETRY_AFTER,
  }),
} as const;

const REFUSALS = Object.fromEntries(
  Object.keys(REFUSAL_RESPONSES).map((range) => [range, { $ref: `#/components/responses/${range}` }]),
);

/** The operation with its refusals, and without a need for credentials where anyone may call it. */
export function withRefusals(operation: Part, meta: Partial<OperationMeta>): Part {
  const own = isPart(operation["responses"]) ? operation["responses"] : {};
  return {
    ...operation,
    ...(meta.access?.who === "anyone" ? { security: [] } : {}),
    responses: { ...own, ...REFUSALS },
  };
}
