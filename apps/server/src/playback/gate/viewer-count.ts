import type { Database } from "@kinora/db/connect.ts";
import { sessionLimit } from "@kinora/domain/restrictions/decide.ts";
import type { RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { LRUCache } from "lru-cache";
import { countOthers, endSession } from "./sessions.ts";
import type { ViewerPass } from "./viewer-pass.ts";

const MAXIMUM_VIEWERS = 20_000;
/** How often a viewer among a limited number is counted again. */
const COUNTED_MS = 10_000;

/** Counts the viewers of tokens where their number is limited. */
export class ViewerCount {
  readonly #db: Database;
  readonly #counted = new LRUCache<string, { until: number; others: number }>({ max: MAXIMUM_VIEWERS });

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counts a viewer among those of their token; whether there were as many as may be. */
  async isOneTooMany(policy: RestrictionPolicy, pass: ViewerPass): Promise<boolean> {
    if (!policy.signed || pass.token === null) return false;
    const { claims, use } = pass.token;
    const most = sessionLimit(policy.sessions, { state: "verified", claims });
    if (most === null) return false;
    const known = this.#counted.get(pass.session);
    const isRecent = known !== undefined && known.until > performance.now();
    const others = isRecent ? known.others : await countOthers(this.#db, use, pass.session, most);
    if (!isRecent) this.#counted.set(pass.session, { others, until: performance.now() + COUNTED_MS });
    return others >= most;
  }

  /** Ends a session: its viewer left. */
  leave(session: string): Promise<void> {
    this.#counted.delete(session);
    return endSession(this.#db, session);
  }
}
