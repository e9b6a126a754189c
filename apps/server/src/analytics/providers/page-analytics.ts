import { isOwnAddress, ownRanges } from "@kinora/domain/analytics/own-counting.ts";
import { completeProviders, embedAnalytics, type EmbedAnalytics } from "@kinora/domain/analytics/providers.ts";
import type { AddressRange } from "@kinora/domain/restrictions/addresses.ts";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";

/** Milliseconds for which a project's settings are answered from memory. */
const FRESH_MS = 2_000;
const REMEMBERED = 10_000;
/** A page is not held up longer by them. */
const PATIENCE_MS = 1_000;

/** What an edge asks of the analytics settings of projects. Never throws. */
interface PageAnalytics {
  /** Where the pages of a project report views to; null for nowhere. */
  providersOf(projectId: number): Promise<EmbedAnalytics | null>;
  /** Whether a project left out the views of this address. */
  isOwn(projectId: number, address: string): Promise<boolean>;
}

interface Known {
  providers: EmbedAnalytics | null;
  ranges: AddressRange[];
}

const NOTHING: Known = { providers: null, ranges: [] };

/** The analytics settings of projects, at most two seconds old. While the database is away, the last answer stands, or there are none. */
export function createPageAnalytics(services: Pick<Services, "db" | "log">): PageAnalytics {
  const read = recentSettings(services);
  return {
    providersOf: async (projectId) => (await read(projectId)).providers,
    isOwn: async (projectId, address) => isOwnAddress((await read(projectId)).ranges, address),
  };
}

function recentSettings({ db, log }: Pick<Services, "db" | "log">): (projectId: number) => Promise<Known> {
  const known = new LRUCache<number, { found: Known; readAt: number }>({ max: REMEMBERED });
  const find = async (projectId: number): Promise<Known> => {
    const saved = await db
      .selectFrom("project_analytics")
      .select("settings")
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    if (!saved) return NOTHING;
    const settings = completeProviders(saved.settings);
    return { providers: embedAnalytics(settings), ranges: ownRanges(settings.own_addresses) };
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
      log.warn({ err: error, project_id: projectId }, "could not read the analytics settings of a project");
      return last?.found ?? NOTHING;
    } finally {
      clearTimeout(timer);
    }
  };
}
