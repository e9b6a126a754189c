import { isOnDomain } from "@kinora/domain/playback/embed.ts";
import type { Services } from "../context.ts";

/** Pairs of project and page host that are cached, so that a busy page queries the database once. */
const REMEMBERED = 10_000;
/** Characters of the longest host name (RFC 1035, section 2.3.4) with a port. */
const LONGEST_HOST = 261;

/** Records once per project that a page of the project's own domain loaded one of its players. */
export class EmbedSightings {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #known = new Set<string>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
  }

  /**
   * Records the page that frames a player, from the Referer of its request (RFC 9110, section 10.1.3). Returns at once:
   * players are served while the database is unavailable.
   */
  note(projectId: number, referer: string | undefined): void {
    const host = referer !== undefined && URL.canParse(referer) ? new URL(referer).host : "";
    const pair = `${projectId} ${host}`;
    if (host === "" || host.length > LONGEST_HOST || this.#known.has(pair)) return;
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.add(pair);
    this.#record(projectId, host).catch((error: unknown) => {
      // The next request tries again.
      this.#known.delete(pair);
      this.#services.log.warn({ err: error, project: projectId }, "could not record an embed");
    });
  }

  async #record(projectId: number, host: string): Promise<void> {
    const { db } = this.#services;
    const project = await db.selectFrom("projects").select("domain").where("id", "=", projectId).executeTakeFirst();
    if (!project || !isOnDomain(host, project.domain)) return;
    await db
      .insertInto("project_embeds")
      .values({ project_id: projectId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
