import type { FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import type { Caller } from "../platform/access/caller.ts";
import { withoutPort } from "../platform/http/client-address.ts";
import { Refusal } from "../platform/refusal.ts";
import { findSessionCaller } from "./api-session.ts";
import { findKeyCaller } from "./key-caller.ts";

/** Schemes are compared in any case, and any number of blanks follows them (RFC 9110 §11.1, §11.4). */
const KEY_SHAPE = /^Bearer +(vk_live_[A-Za-z0-9_-]{20,100})$/i;

/**
 * The caller of a request: its API key when there is an Authorization header, else its session cookie, else anonymous.
 * @throws Refusal `unauthenticated` or `forbidden` for a key that cannot be used: falling back to a cookie would hide it.
 */
export async function findCaller(services: Services, request: FastifyRequest, reply?: FastifyReply): Promise<Caller> {
  const header = request.headers.authorization;
  if (header === undefined) return findSessionCaller(services, request, reply);
  const secret = KEY_SHAPE.exec(header)?.[1];
  if (secret === undefined) throw new Refusal("unauthenticated", "This API key is not valid.");
  return findKeyCaller(services, secret, { address: withoutPort(request.ip), origin: request.headers.origin });
}
