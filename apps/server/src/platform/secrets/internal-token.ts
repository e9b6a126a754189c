import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { NO_TRACING, traceHeaders, type Tracing } from "../tracing/tracing.ts";
import type { Secrets } from "./secrets.ts";

/** The token with which roles of one installation ask each other, also across machines: whoever has the secrets has it. */
const internalToken = ({ cookieKey }: Pick<Secrets, "cookieKey">): string =>
  createHmac("sha256", cookieKey).update("internal requests").digest("base64url");

/** The request header that carries it, and that of the trace in progress. */
export const internalHeaders = (
  secrets: Pick<Secrets, "cookieKey">,
  tracing: Pick<Tracing, "parent"> = NO_TRACING,
): { authorization: string; traceparent?: string } => ({
  authorization: `Bearer ${internalToken(secrets)}`,
  ...traceHeaders(tracing),
});

/** Whether an Authorization header carries the token; takes the same time for every wrong one. */
export const isInternal = (secrets: Pick<Secrets, "cookieKey">, authorization: string | undefined): boolean =>
  timingSafeEqual(digest(authorization ?? ""), digest(internalHeaders(secrets).authorization));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
