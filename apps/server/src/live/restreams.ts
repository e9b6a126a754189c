import type { Tx } from "@kinora/db/connect.ts";
import { RESTREAMS_MAX, type RestreamPlatform, type RestreamProfile } from "@kinora/domain/streams.ts";
import type { Context, Services } from "../context.ts";
import { ClosedAddress, resolvePublic } from "../platform/public-address.ts";
import { Refusal } from "../platform/refusal.ts";
import { seal, unseal } from "../platform/sealed.ts";
import { announceChange } from "./announce.ts";
import { readStream, requireStream, type OwnProject } from "./rows.ts";
import { lockStream } from "./service.ts";

const PURPOSE = "restream key";
const COLUMNS = [
  "id",
  "name",
  "platform",
  "url",
  "profile",
  "enabled",
  "state",
  "detail",
  "attempts",
  "sent_kbps",
  "connected_at",
  "created_at",
] as const;

export interface RestreamSettings {
  name: string;
  platform: RestreamPlatform;
  url: string;
  /** `source` unless said; of a target that is there, the one it has. */
  profile?: RestreamProfile | undefined;
}

/** A target's key in plain, for the process that sends to it. */
export const openRestreamKey = ({ secrets }: Pick<Services, "secrets">, sealed: Buffer): string =>
  unseal(secrets.encryptionKey, PURPOSE, sealed);

/** Where a stream is sent on to, in the order the targets were added. @throws Refusal `not_found`. */
export async function listRestreams({ db }: Pick<Context, "db">, ground: OwnProject, streamId: number) {
  await requireStream(db, ground, streamId);
  return db.selectFrom("stream_restreams").select(COLUMNS).where("stream_id", "=", streamId).orderBy("id").execute();
}

/** Adds a target, on air too. @throws Refusal `conflict` at 5, `invalid` for an address that is not public. */
export async function createRestream(
  context: Context,
  ground: OwnProject,
  streamId: number,
  { key, enabled, profile = "source", ...settings }: RestreamSettings & { key: string; enabled: boolean },
) {
  await requireStream(context.db, ground, streamId);
  await openAddress(context, settings.url);
  return context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, streamId);
    const others = await tx.selectFrom("stream_restreams").select("id").where("stream_id", "=", streamId).execute();
    if (others.length >= RESTREAMS_MAX)
      throw new Refusal("conflict", `A stream can have up to ${RESTREAMS_MAX} restream targets.`);
    const row = await tx
      .insertInto("stream_restreams")
      .values({ ...settings, profile, enabled, stream_id: streamId, key_sealed: sealed(context, key) })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await announce(context, tx, ground, streamId, "restream.created", row);
    return row;
  });
}

/** Changes a target; without a key or a profile the one it has stays. @throws Refusal `not_found`, `invalid` for an address that is not public. */
export async function updateRestream(
  context: Context,
  ground: OwnProject,
  streamId: number,
  id: number,
  { key, profile, ...settings }: RestreamSettings & { key?: string | undefined },
) {
  await requireStream(context.db, ground, streamId);
  await openAddress(context, settings.url);
  if (key === undefined) await requireSameServer(context, ground, streamId, id, settings.url);
  return change(context, ground, streamId, id, "restream.updated", {
    ...settings,
    ...(profile === undefined ? {} : { profile }),
    ...(key === undefined ? {} : { key_sealed: sealed(context, key) }),
  });
}

/** Switches a target on or off, on air too. @throws Refusal `not_found`. */
export const setRestreamEnabled = (
  context: Context,
  ground: OwnProject,
  streamId: number,
  id: number,
  enabled: boolean,
) => change(context, ground, streamId, id, enabled ? "restream.enabled" : "restream.disabled", { enabled });

/** Removes a target; it is disconnected at once. @throws Refusal `not_found`. */
export async function deleteRestream(
  context: Context,
  ground: OwnProject,
  streamId: number,
  id: number,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, streamId);
    const row = await tx
      .deleteFrom("stream_restreams")
      .where("id", "=", id)
      .where("stream_id", "=", streamId)
      .returning(["id", "name", "url"])
      .executeTakeFirst();
    if (!row) throw missingRestream();
    await announce(context, tx, ground, streamId, "restream.deleted", row);
  });
}

/** A target with the key that is saved for it. @throws Refusal `not_found` */
export async function readSavedTarget({ db }: Pick<Context, "db">, ground: OwnProject, streamId: number, id: number) {
  await requireStream(db, ground, streamId);
  const row = await db
    .selectFrom("stream_restreams")
    .select(["name", "url", "key_sealed", "state"])
    .where("id", "=", id)
    .where("stream_id", "=", streamId)
    .executeTakeFirst();
  if (!row) throw missingRestream();
  return row;
}

/** The saved key goes nowhere but to the server it was saved for. @throws Refusal `not_found`, `invalid` */
async function requireSameServer(
  context: Context,
  ground: OwnProject,
  streamId: number,
  id: number,
  url: string,
): Promise<void> {
  const saved = await readSavedTarget(context, ground, streamId, id);
  const message = "Another address needs its stream key.";
  if (saved.url !== url) throw new Refusal("invalid", message, { fields: { key: [message] } });
}

async function change(
  context: Context,
  ground: OwnProject,
  streamId: number,
  id: number,
  action: string,
  columns: Partial<Omit<RestreamSettings, "profile">> & {
    profile?: RestreamProfile;
    key_sealed?: Buffer;
    enabled?: boolean;
  },
) {
  return context.db.transaction().execute(async (tx) => {
    await lockStream(tx, ground, streamId);
    const row = await tx
      .updateTable("stream_restreams")
      .set({
        ...columns,
        ...(columns.enabled === false ? { state: "idle" as const, detail: "", attempts: 0, sent_kbps: null } : {}),
      })
      .where("id", "=", id)
      .where("stream_id", "=", streamId)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw missingRestream();
    await announce(context, tx, ground, streamId, action, row);
    return row;
  });
}

const missingRestream = () => new Refusal("not_found", "This restream target does not exist.");
const sealed = ({ secrets }: Context, key: string) => seal(secrets.encryptionKey, PURPOSE, key);

async function announce(
  context: Context,
  tx: Tx,
  ground: OwnProject,
  streamId: number,
  action: string,
  { id, name, url }: { id: number; name: string; url: string },
): Promise<void> {
  await announceChange(context, tx, await readStream(tx, ground, streamId), action, { restream_id: id, name, url });
}

/** The address of a server, and at once what would be refused when it connects. @throws Refusal `invalid` */
export async function openAddress({ config }: Pick<Context, "config">, url: string): Promise<string> {
  const { hostname, username, password } = new URL(url);
  const wrong = (message: string) => new Refusal("invalid", message, { fields: { url: [message] } });
  if (username || password) throw wrong("The address must not carry a user name or password.");
  try {
    return await resolvePublic(hostname, config.allowPrivateUrls);
  } catch (error) {
    if (error instanceof ClosedAddress) throw wrong(error.message);
    throw error;
  }
}
