import { API_KEY_REQUESTS_PER_MINUTE } from "@kinora/domain/api-keys/limits.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Services } from "../context.ts";
import { withoutPort } from "../platform/http/client-address.ts";
import type { FindCaller } from "../platform/http/serve-operations.ts";
import { Refusal } from "../platform/refusal.ts";
import { KeyUse } from "./key-use.ts";
import { RequestLog } from "./request-log.ts";

/**
 * Counts, lists and limits the requests of each API key around the search for a request's caller. Needs @fastify/rate-limit: with
 * Redis all API processes count together, else each for itself. Answers say what is left (draft-ietf-httpapi-ratelimit-headers-07).
 */
export function limitKeys(
  app: FastifyInstance,
  services: Services,
  findCaller: FindCaller,
  max = API_KEY_REQUESTS_PER_MINUTE,
): FindCaller {
  const use = new KeyUse(services);
  const log = new RequestLog(services);
  app.addHook("onClose", async () => {
    await use.close();
    await log.close();
  });
  const keys = new WeakMap<FastifyRequest, number>();
  app.addHook("onResponse", async (request, reply) => {
    const keyId = keys.get(request);
    if (keyId === undefined) return;
    const { method, url } = request;
    log.add({ keyId, method, path: pathOf(url), status: reply.statusCode, milliseconds: reply.elapsedTime });
  });
  const countRequest = app.createRateLimit({
    max,
    timeWindow: 60_000,
    keyGenerator: (request) => `key ${keys.get(request)}`,
  });

  async function admit(keyId: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    use.count(keyId, withoutPort(request.ip));
    keys.set(request, keyId);
    const limit = await countRequest(request);
    if (limit.isAllowed) return;
    const { remaining, ttlInSeconds, isExceeded } = limit;
    reply.headers({ "ratelimit-limit": max, "ratelimit-remaining": remaining, "ratelimit-reset": ttlInSeconds });
    if (isExceeded)
      throw new Refusal("rate_limited", `This API key made too many requests. Try again in ${ttlInSeconds} seconds.`, {
        retryAfterSeconds: ttlInSeconds,
      });
  }

  return async (given, request, reply) => {
    const caller = await findCaller(given, request, reply);
    // Without a reply the caller of a long request is checked again.
    if (reply && caller.kind === "api_key") await admit(caller.keyId, request, reply);
    return caller;
  };
}

const PATH_MAX = 300;
/** A query can hold secrets. */
const pathOf = (url: string) => (url.split("?", 1)[0] ?? "").slice(0, PATH_MAX);
