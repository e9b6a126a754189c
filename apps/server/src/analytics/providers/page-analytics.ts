import { completeProviders, embedAnalytics, type EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";

/** Milliseconds for which a project's providers are answered from memory. */
const FRESH_MS = 2_000;
const REMEMBERED = 10_000;
/** A page is not held up longer by them. */
const PATIENCE_MS = 1_000;

/** Answers where the pages of a project report views to; null for nowhere. Never throws. */
type PageAnalytics = (projectId: number) => Promise<EmbedAnalytics | null>;

/** The providers of embed pages, at most two seconds old. While the database is away, the last answer stands, or there are none. */
export function createPageAnalytics({ db, log }: Pick<Services, "db" | "log">): PageAnalytics {
  const known = new LRUCache<number, { found: EmbedAnalytics | null; readAt: number }>({ max: REMEMBERED });
  const find = async (projectId: number) => {
    const saved = await db
      .selectFrom("project_analytics")
      .select("settings")
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return saved ? embedAnalytics(completeProviders(saved.settings)) : null;
  };
  return async (projectId) => {
    const last = known.get(projectId);
    if (last && performance.now() - last.readAt < FRESH_MS) return last.found;
    const { promise: patience, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("The database did not answer in time.")), PATIENCE_MS);
    try {
      const found = await Promise.race([find(projectId), patience]);
      known.set(projectId, { found, readAt: performance.now() });
      return found;
    } catch (error) {
      log.warn({ err: error, project_id: projectId }, "could not read the analytics providers of a page");
      return last?.found ?? null;
    } finally {
      clearTimeout(timer);
    }
  };
}
