import { randomBytes } from "node:crypto";
import type { Executor, Tx } from "@kinora/db/connect.ts";
import { GUEST_LINK_DAYS_MAX, GUEST_LINKS_MAX } from "@kinora/domain/live/guest-links.ts";
import type { Context, Services } from "../../context.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceChange } from "../streams/announce.ts";
import { hashOfKey } from "../streams/keys.ts";
import { readStream, requireStream, type OwnProject } from "../streams/rows.ts";
import { lockStream } from "../streams/service.ts";

const COLUMNS = ["id", "name", "ends_at", "used_at", "created_at"] as const;
const TOKEN_BYTES = 24;
const DAY_MS = 86_400_000;
/** Tokens begin with this, so that what is no token is not looked up. */
const PREFIX = "guest-";

/** A livestream's links in the order they were made. @throws Refusal `not_found` */
export async function listGuestLinks({ db }: Pick<Context, "db">, grant: OwnProject, streamId: number) {
  await requireStream(db, grant, streamId);
  return db.selectFrom("stream_guest_links").select(COLUMNS).where("stream_id", "=", streamId).orderBy("id").execute();
}

/**
 * Makes a link. Its token is in the fragment of the address, which browsers send to nobody.
 * @throws Refusal `not_found`, `conflict` at 20, `invalid` for an end that is past or too far away.
 */
export async function createGuestLink(
  context: Context,
  grant: OwnProject,
  streamId: number,
  { name, ends_at: endsAt }: { name: string; ends_at: Date },
) {
  const lastsMs = endsAt.getTime() - context.clock.now().getTime();
  if (lastsMs <= 0) throw wrongEnd("The end has to be in the future.");
  if (lastsMs > GUEST_LINK_DAYS_MAX * DAY_MS) throw wrongEnd(`The end can be up to ${GUEST_LINK_DAYS_MAX} days away.`);
  const token = PREFIX + randomBytes(TOKEN_BYTES).toString("base64url");
  const link = await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, streamId);
    const others = await tx.selectFrom("stream_guest_links").select("id").where("stream_id", "=", streamId).execute();
    if (others.length >= GUEST_LINKS_MAX)
      throw new Refusal("conflict", `A livestream can have up to ${GUEST_LINKS_MAX} guest links.`);
    const row = await tx
      .insertInto("stream_guest_links")
      .values({ stream_id: streamId, name, ends_at: endsAt, token_hash: hashOfKey(token) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await announce(context, tx, grant, streamId, "guest_link.created", row);
    return row;
  });
  return { data: link, url: `${context.config.urls.console}/guest#${token}` };
}

/** Revokes a link. @throws Refusal `not_found` */
export async function deleteGuestLink(
  context: Context,
  grant: OwnProject,
  streamId: number,
  id: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, grant, streamId);
    const row = await tx
      .deleteFrom("stream_guest_links")
      .where("id", "=", id)
      .where("stream_id", "=", streamId)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw new Refusal("not_found", "This guest link does not exist.");
    await announce(context, tx, grant, streamId, "guest_link.revoked", row);
  });
}

/** Whether a text has the form of a link's token. */
export const isGuestToken = (text: string): boolean => text.startsWith(PREFIX);

/** The livestream of a token that works; null for one that is wrong, revoked or over. */
export async function findGuestLink({ db, clock }: Pick<Services, "db" | "clock">, token: string) {
  if (!isGuestToken(token)) return null;
  const row = await db
    .selectFrom("stream_guest_links as link")
    .innerJoin("streams", "streams.id", "link.stream_id")
    .select(["link.id", "link.stream_id", "link.ends_at", "streams.name as stream_name"])
    .where("link.token_hash", "=", hashOfKey(token))
    .where("link.ends_at", ">", clock.now())
    .where("streams.deleted_at", "is", null)
    .where("streams.enabled", "=", true)
    .executeTakeFirst();
  return row ?? null;
}

/** Notes that someone publishes with a link. */
export async function noteGuest(db: Executor, id: number, now: Date): Promise<void> {
  await db.updateTable("stream_guest_links").set({ used_at: now }).where("id", "=", id).execute();
}

const wrongEnd = (message: string) => new Refusal("invalid", message, { fields: { ends_at: [message] } });

async function announce(
  context: Context,
  tx: Tx,
  grant: OwnProject,
  streamId: number,
  action: string,
  { id, name, ends_at: endsAt }: { id: number; name: string; ends_at: Date },
): Promise<void> {
  const changes = { guest_link_id: id, name, ends_at: endsAt.toISOString() };
  await announceChange(context, tx, await readStream(tx, grant, streamId), action, changes);
}
