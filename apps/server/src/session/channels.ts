import { holds, type Access } from "@kinora/contract/access.ts";
import { parseChannel, type Channel } from "@kinora/domain/realtime.ts";
import type { Services } from "../context.ts";
import type { Caller } from "../platform/caller.ts";
import { Refusal } from "../platform/refusal.ts";
import { findGround } from "../platform/scope.ts";

/** One of these must be given; what is pushed for all of a project are ids. */
const ACCESS: Record<Channel["kind"], readonly Access[]> = {
  project: [holds("video_view", "project", "video_add"), holds("streams_view", "project")],
  transcoding: [holds("video_view", "video", "video_add")],
  live: [holds("streams_view", "stream")],
};

/** Who may watch a channel may also read what it is about over HTTP: one rule for both. */
export async function channelAllowed(services: Services, caller: Caller, name: string): Promise<boolean> {
  const channel = parseChannel(name);
  if (!channel) return false;
  if (caller.kind === "user" && !(await sessionLives(services, caller.sessionId))) return false;
  for (const access of ACCESS[channel.kind]) {
    try {
      await findGround(services.db, caller, access, { id: channel.id });
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return false;
}

async function sessionLives({ db, clock }: Services, id: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom("api_sessions")
    .innerJoin("users", "users.id", "api_sessions.user_id")
    .select("api_sessions.id")
    .where("api_sessions.id", "=", id)
    .where("api_sessions.expires_at", ">", clock.now())
    .where("users.status", "=", "active")
    .executeTakeFirst();
  return row !== undefined;
}
