import { randomBytes, randomUUID } from "node:crypto";
import { insertRow, insertRows } from "@kinora/db/testing-rows.ts";
import { OPEN_POLICY } from "@kinora/domain/restrictions/policy.ts";
import { sql } from "kysely";
import { newHash } from "../../platform/secrets/hash.ts";
import { seal } from "../../platform/secrets/sealed.ts";
import { newWebhookSecret, WEBHOOK_SECRET } from "../../webhooks/signature.ts";
import { dayText, onDay, placeOf, three, type ListMaker, type ListSample, type Place } from "./list-sample.ts";
import { insertStreams } from "./live-lists.ts";
import { insertVideos } from "./video-lists.ts";

export const listPlaylists: ListMaker = async (place) => {
  const playlist = (name: string, updated: number) => ({
    ...placeOf(place),
    hash: newHash(),
    name,
    type: "manual" as const,
    created_by: null,
    updated_at: onDay(updated),
  });
  const [bee, ant, cat] = await three(
    place.services.db
      .insertInto("playlists")
      .values([
        { ...playlist("Bee", 3), published: false },
        { ...playlist("Ant", 2), published: true },
        { ...playlist("Cat", 1), published: false, type: "channel", start_at: onDay(1) },
      ])
      .returning("id"),
  );
  return {
    rows: [bee, ant, cat],
    sorts: { name: [ant, bee, cat], updated: [cat, ant, bee] },
    filters: {
      search: [{ search: "bee" }, [bee]],
      type: [{ type: "channel" }, [cat]],
      published: [{ published: "false" }, [bee, cat]],
    },
  };
};

export const listDenials: ListMaker = async (place) => {
  const { db } = place.services;
  const [video] = await insertVideos(place);
  const [stream] = await insertStreams(place);
  const profile = await insertRow(db, "restriction_profiles", {
    ...placeOf(place),
    name: "A profile",
    policy: JSON.stringify(OPEN_POLICY),
    password_hash: null,
  });
  const viewer = { project_id: place.projectId, page: null, country: null, address: "192.0.2.0", agent: "" };
  const [first, second, third] = await three(
    db
      .insertInto("playback_denials")
      .values([
        { ...viewer, item_kind: "video", item_id: video, profile_id: profile.id, reason: "referrer_missing" },
        { ...viewer, item_kind: "video", item_id: video, profile_id: null, reason: "token_missing" },
        { ...viewer, item_kind: "stream", item_id: stream, profile_id: null, reason: "token_missing" },
      ])
      .returning("id"),
  );
  return {
    rows: [third, second, first],
    filters: {
      profile: [{ profile: profile.id }, [first]],
      video: [{ video }, [second, first]],
      stream: [{ stream }, [third]],
      reason: [{ reason: "token_missing" }, [third, second]],
    },
  };
};

/** Pages that embed an item, and their domains. */
async function embedPages(place: Place, kind: "video" | "player" | "playlist", id: number) {
  const seen = (host: string, path: string, day: number) => ({
    ...{ project_id: place.projectId, item_kind: kind, item_id: id, host, path, seen_kind: null, seen_id: null },
    ...{ first_seen_at: onDay(1), last_seen_at: onDay(day) },
  });
  await insertRows(place.services, "embed_places", [
    seen("bees.example", "/", 3),
    seen("ants.example", "/1", 2),
    seen("cats.example", "/2", 4),
  ]);
  const pages: ListSample = {
    path: { id },
    key: "host",
    rows: ["cats.example", "bees.example", "ants.example"],
    filters: { search: [{ search: "ants.example/1" }, ["ants.example"]], by: [{ by: "domain" }, 3] },
  };
  return [pages, { ...pages, query: { by: "domain" } }];
}

export const listVideoEmbedPages: ListMaker = async (place) => {
  const [video] = await insertVideos(place);
  return embedPages(place, "video", video);
};

export const listPlayerEmbedPages: ListMaker = async (place) => {
  const player = { ...placeOf(place), hash: newHash(), title: "A player", draft: "{}", settings: "{}" };
  const row = await insertRow(place.services, "players", player);
  return embedPages(place, "player", row.id);
};

export const listPlaylistEmbedPages: ListMaker = async (place) => {
  const playlist = {
    ...placeOf(place),
    hash: newHash(),
    name: "A playlist",
    type: "manual",
    created_by: null,
  } as const;
  const row = await insertRow(place.services, "playlists", playlist);
  return embedPages(place, "playlist", row.id);
};

export const listApiRequests: ListMaker = async (place) => {
  const { db } = place.services;
  const key = () => ({ ...placeOf(place), name: "A key", prefix: "vk_live", key_hash: randomBytes(32), scopes: [] });
  const keys = await db.insertInto("api_keys").values([key(), key()]).returning("id").execute();
  const [one = 0, other = 0] = keys.map(({ id }) => id);
  const request = {
    project_id: place.projectId,
    method: "GET",
    path: "/",
    at: onDay(1),
    milliseconds: 1,
    represents: 1,
  };
  const [first, second, third] = await three(
    db
      .insertInto("api_requests")
      .values([
        { ...request, api_key_id: one, status: 200 },
        { ...request, api_key_id: other, status: 404 },
        { ...request, api_key_id: one, status: 500 },
      ])
      .returning("id"),
  );
  return {
    rows: [third, second, first],
    filters: { key: [{ key: one }, [third, first]], failed: [{ failed: "true" }, [third, second]] },
  };
};

export const listDeliveries: ListMaker = async (place) => {
  const { db, secrets } = place.services;
  const webhook = await insertRow(db, "webhooks", {
    ...placeOf(place),
    name: "A webhook",
    url: "https://192.0.2.1/hook",
    events: ["*"],
    // Nothing sends to it.
    disabled_at: onDay(1),
    disabled_reason: "paused",
    secret_sealed: seal(secrets.encryptionKey, WEBHOOK_SECRET, newWebhookSecret()),
  });
  const message = () => ({
    id: randomUUID(),
    project_id: place.projectId,
    type: "ping",
    change: "ping",
    payload: "{}",
  });
  const messages = [message(), message(), message()];
  await db.insertInto("webhook_messages").values(messages).execute();
  const kinds = [
    { type: "ping", object: "ping", state: "failed" },
    { type: "video.ready", object: "video:12", state: "delivered" },
    { type: "video.ready", object: "video:13", state: "failed" },
  ] as const;
  const [first, second, third] = await three(
    db
      .insertInto("webhook_deliveries")
      .values(
        kinds.map((kind, at) => ({
          webhook_id: webhook.id,
          message_id: messages[at]?.id ?? "",
          project_id: place.projectId,
          created_at: onDay(at + 1),
          ...kind,
        })),
      )
      .returning("id"),
  );
  return {
    path: { id: webhook.id },
    rows: [third, second, first],
    filters: {
      state: [{ state: ["failed"] }, [third, first]],
      type: [{ type: ["video.ready"] }, [third, second]],
      object: [{ object: "video:12" }, [second]],
      from: [{ from: dayText(2) }, [third, second]],
      to: [{ to: dayText(2) }, [second, first]],
    },
  };
};

export const listLogLines: ListMaker = async (place) => {
  const now = Date.now();
  const line = (kind: "platform" | "video", at: number, level: number, message: string) => ({
    ...{ kind, level, message, at: new Date(now - at), role: "api", account_id: place.accountId },
    ...{ project_id: null, request_id: null, job_id: null, data: "{}" },
  });
  const { db } = place.services;
  // The hour of these lines can be of two days, whose partitions only a process that logs makes.
  await sql`create table log_lines_of_any_day partition of log_lines default`.execute(db);
  const [first, second, third] = await three(
    db
      .insertInto("log_lines")
      .values([
        { ...line("platform", 3_000_000, 30, "Marmalade"), request_id: "a-request" },
        { ...line("platform", 60_000, 50, "Second"), project_id: place.projectId },
        line("platform", 1_000, 30, "Third"),
      ])
      .returning("id"),
  );
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
  const all = [third, second, first];
  return {
    query: { kind: "platform", account: place.accountId },
    rows: all,
    filters: {
      kind: [{ kind: "video" }, []],
      since: [{ since: 15 }, [third, second]],
      from: [{ from: minutesAgo(10) }, [third, second]],
      until: [{ until: minutesAgo(10) }, [first]],
      level: [{ level: "error" }, [second]],
      search: [{ search: "marmalade" }, [first]],
      account: [{ account: place.accountId }, all],
      project: [{ project: place.projectId }, [second]],
      request: [{ request: "a-request" }, [first]],
    },
  };
};
