import type { RateLimitPluginOptions } from "@fastify/rate-limit";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";

/** After this long without an answer of Redis, a request is answered uncounted. */
const PATIENCE_MS = 500;

/** Where an API counts the requests that it limits. */
export interface RequestCounts {
  /** For @fastify/rate-limit. */
  options: Pick<RateLimitPluginOptions, "redis" | "nameSpace" | "skipOnError">;
  close(): void;
}

/**
 * Counts requests in the Redis of all machines, so that a limit holds for them together; without one in this process. While Redis
 * does not answer, requests are not limited: the log says so.
 */
export async function openRequestCounts({ redisUrl }: Pick<Config, "redisUrl">, log: Logger): Promise<RequestCounts> {
  if (redisUrl === null) return { options: {}, close: () => undefined };
  const { Redis } = await import("ioredis");
  const redis = new Redis(redisUrl, {
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
  });
  let isAway = false;
  redis.on("error", (error: Error) => {
    // Once for each time that it is away: the client tries again and again.
    if (!isAway) log.warn({ err: error }, "Redis does not answer: requests are not limited");
    isAway = true;
  });
  redis.on("ready", () => {
    if (isAway) log.info("Redis answers again");
    isAway = false;
  });
  return {
    options: { redis, nameSpace: "kinora-requests-", skipOnError: true },
    close: () => redis.disconnect(),
  };
}
