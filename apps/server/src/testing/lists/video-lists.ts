import { randomBytes, randomUUID } from "node:crypto";
import { insertRow, insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { dayText, onDay, placeOf, three, type ListMaker, type ListSample, type Place } from "./list-sample.ts";

type VideoStatus = "complete" | "failed" | "processing";

/** Three videos of one shelf, the oldest first. Nothing else about them is in that order. */
export const insertVideos = ({ services, ...place }: Place, status: VideoStatus = "complete", isTrash = false) =>
  three(
    services.db
      .insertInto("videos")
      .values(
        [
          { title: "Bee", created: 1, seconds: 30, bytes: 300 },
          { title: "Ant", created: 2, seconds: 10, bytes: 900 },
          { title: "Cat", created: 3, seconds: 20, bytes: 600 },
        ].map(({ title, created, seconds, bytes }) => ({
          ...placeOf({ services, ...place }),
          hash: newHash(),
          title,
          status,
          created_at: onDay(created),
          duration_seconds: seconds,
          stored_bytes: bytes,
          ...(isTrash ? { deleted_at: new Date(Date.now() - created * 60_000) } : {}),
        })),
      )
      .returning("id"),
  );

/** The orders that people choose from. */
const sortsOf = ([bee, ant, cat]: readonly [number, number, number]) => ({
  created: [bee, ant, cat],
  title: [ant, bee, cat],
  duration: [ant, cat, bee],
  size: [bee, cat, ant],
});

async function completedVideos(place: Place): Promise<ListSample> {
  const { db } = place.services;
  const videos = await insertVideos(place);
  const [bee, ant, cat] = videos;
  const { category, tag, other } = await insertLabels(place, bee, cat);
  await updateRows(
    db,
    "videos",
    { id: ant },
    { category_id: category, published: true, published_at: onDay(5), user_id: place.ownerId },
  );
  await updateRows(db, "videos", { id: cat }, { published_at: onDay(8), sound_only: true });
  await insertParts(place, bee, ant);
  const all = [cat, ant, bee];
  return {
    rows: all,
    sorts: sortsOf(videos),
    filters: {
      type: [{ type: "recent" }, all],
      search: [{ search: "bee" }, [bee]],
      published: [{ published: "true" }, [ant]],
      status: [{ status: ["complete"] }, all],
      category: [{ category: [category] }, [ant]],
      tags: [{ tags: [tag] }, [cat, bee]],
      tags_mode: [{ tags: [tag, other], tags_mode: "all" }, [bee]],
      untagged: [{ untagged: "true" }, [ant]],
      sound_only: [{ sound_only: "true" }, [cat]],
      user: [{ user: [place.ownerId] }, [ant]],
      from: [{ from: dayText(2) }, [cat, ant]],
      to: [{ to: dayText(2) }, [ant, bee]],
      duration_min: [{ duration_min: 20 }, [cat, bee]],
      duration_max: [{ duration_max: 20 }, [cat, ant]],
      has: [{ has: ["720p"] }, [bee]],
      missing: [{ missing: ["720p"] }, [cat, ant]],
      captions: [{ captions: "true" }, [ant]],
      size_min: [{ size_min: 600 }, [cat, ant]],
      published_from: [{ published_from: dayText(6) }, [cat]],
      published_to: [{ published_to: dayText(6) }, [ant]],
      with: [{ with: ["user", "facts"] }, all],
    },
  };
}

/** A category, and two tags: the first video has both, the second one of them. */
async function insertLabels(place: Place, bee: number, cat: number) {
  const { db } = place.services;
  const label = { ...placeOf(place), name: "A label" };
  const { id: category } = await insertRow(db, "categories", { ...label, slug: "a-label" });
  const tags = await insertRows(db, "tags", [label, { ...label, name: "Another" }]);
  const [tag = 0, other = 0] = tags.map(({ id }) => id);
  const tagged = { project_id: place.projectId };
  await insertRows(db, "video_tags", [
    { ...tagged, video_id: bee, tag_id: tag },
    { ...tagged, video_id: bee, tag_id: other },
    { ...tagged, video_id: cat, tag_id: tag },
  ]);
  return { category, tag, other };
}

/** A rendition of one video and captions of another. */
async function insertParts(place: Place, rendered: number, captioned: number): Promise<void> {
  const { db } = place.services;
  const transcode = await insertRow(db, "transcodes", {
    ...placeOf(place),
    video_id: rendered,
    version: 1,
    state: "complete",
  });
  const video = { account_id: place.accountId, video_id: rendered, transcode_id: transcode.id, version: 1 };
  await insertRow(db, "renditions", { ...video, kind: "video", label: "720p", height: 720, state: "complete" });
  const track = { language: "en", label: "English", kind: "captions" as const, format: "vtt" as const };
  await insertRow(db, "captions", { ...placeOf(place), ...track, video_id: captioned, size_bytes: 1, cues: 1 });
}

/** The lists of one project: the completed videos, those that failed, and the trash, each with its own query. */
export const listVideos: ListMaker = async (place) => {
  await updateRows(place.services, "projects", { id: place.projectId }, { trash_days: 30 });
  const completed = await completedVideos(place);
  const failed = await insertVideos(place, "failed");
  const trashed = await insertVideos(place, "complete", true);
  const filters = { search: [{ search: "bee" }, [failed[0]]] } as const;
  const newest = failed.toReversed();
  return [
    // Failed ones are in the list of recent videos, too.
    {
      ...completed,
      filters: { ...completed.filters, type: [{ type: "recent" }, [...completed.rows, ...newest].length] },
    },
    { query: { type: "inprogress" }, rows: newest, sorts: sortsOf(failed), filters },
    { query: { type: "failed" }, rows: newest, sorts: sortsOf(failed), filters },
    {
      query: { type: "trash" },
      rows: trashed,
      sorts: sortsOf(trashed),
      filters: { search: [{ search: "bee" }, [trashed[0]]] },
    },
  ];
};

export const listInstallationVideos: ListMaker = async (place) => {
  const [bee, ant, cat] = await insertVideos(place);
  const takedown = { reason: "A reason", message: "A message", at: onDay(1).toISOString() };
  const { db } = place.services;
  await updateRows(db, "videos", { id: ant }, { takedown: JSON.stringify(takedown) });
  return {
    query: { account: place.accountId },
    rows: [cat, ant, bee],
    filters: {
      search: [{ search: "bee" }, [bee]],
      state: [{ state: "completed" }, [cat, ant, bee]],
      account: [{ account: place.accountId }, [cat, ant, bee]],
      taken_down: [{ taken_down: "true" }, [ant]],
    },
  };
};

export const listActivity: ListMaker = async (place) => {
  const [video] = await insertVideos(place);
  const actions = ["video.created", "video.updated", "video.published"];
  await insertRows(
    place.services,
    "audit_log",
    actions.map((action, at) => ({
      ...placeOf(place),
      action,
      actor: JSON.stringify({ kind: "system" }),
      object_type: "video",
      object_id: video,
      changes: "{}",
      ip: null,
      created_at: onDay(at + 1),
    })),
  );
  return { path: { id: video }, key: "type", rows: actions.toReversed(), filters: {} };
};

export const listUploadLog: ListMaker = async (place) => {
  const { db } = place.services;
  const videos = await insertVideos(place);
  const ids = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [bee, ant, cat] = ids;
  const upload = (at: number, id: string, fields: object) => ({
    ...placeOf(place),
    id,
    video_id: videos[at] ?? 0,
    size_bytes: 10,
    expires_at: onDay(30),
    ...fields,
  });
  await insertRows(db, "uploads", [
    { ...upload(0, bee, {}), file_name: "wasp.mp4", created_at: onDay(2), source: "api" },
    { ...upload(1, ant, {}), file_name: "b.mp4", created_at: onDay(1), state: "cancelled" },
    { ...upload(2, cat, {}), file_name: "c.mp4", created_at: onDay(3), user_id: place.ownerId },
  ]);
  return {
    rows: [cat, bee, ant],
    filters: {
      search: [{ search: "wasp" }, [bee]],
      result: [{ result: ["cancelled"] }, [ant]],
      source: [{ source: ["api"] }, [bee]],
      user: [{ user: [place.ownerId] }, [cat]],
      from: [{ from: dayText(2) }, [cat, bee]],
      to: [{ to: dayText(2) }, [bee, ant]],
    },
  };
};

export const listUploadTokens: ListMaker = async (place) => {
  const token = () => ({
    ...placeOf(place),
    uses_max: 1,
    expires_at: new Date(Date.now() + 3_600_000),
    name: "A token",
    prefix: "vk_upload_test",
    token_hash: randomBytes(32),
  });
  const tokens = await three(
    place.services.db.insertInto("upload_tokens").values([token(), token(), token()]).returning("id"),
  );
  return { rows: tokens.toReversed(), filters: {} };
};

export const listTags: ListMaker = async (place) => {
  const { db } = place.services;
  const names = ["Bees", "Ants", "Cats"];
  const [bees, ants, cats] = await three(
    db
      .insertInto("tags")
      .values(names.map((name) => ({ ...placeOf(place), name })))
      .returning("id"),
  );
  const [first, second] = await insertVideos(place);
  const tagged = { project_id: place.projectId };
  await insertRows(db, "video_tags", [
    { ...tagged, video_id: first, tag_id: bees },
    { ...tagged, video_id: second, tag_id: bees },
    { ...tagged, video_id: first, tag_id: cats },
  ]);
  return {
    rows: [ants, bees, cats],
    sorts: { name: [ants, bees, cats], videos: [ants, cats, bees], created_at: [bees, ants, cats] },
    filters: { search: [{ search: "bee" }, [bees]], unused: [{ unused: "true" }, [ants]] },
  };
};

export const listTranscodes: ListMaker = async (place) => {
  const videos = await insertVideos(place);
  const transcode = (at: number) => ({ ...placeOf(place), video_id: videos[at] ?? 0, version: 1 });
  const [failed, queued, running] = await three(
    place.services.db
      .insertInto("transcodes")
      .values([
        { ...transcode(0), state: "failed", finished_at: new Date() },
        { ...transcode(1), state: "queued", queued_at: onDay(1) },
        { ...transcode(2), state: "running" },
      ])
      .returning("id"),
  );
  const all = [running, queued, failed];
  return {
    query: { account: place.accountId },
    rows: all,
    filters: {
      state: [{ state: "failed" }, [failed]],
      account: [{ account: place.accountId }, all],
      stuck: [{ stuck: "true" }, []],
      older_than_hours: [{ older_than_hours: 1 }, [queued]],
      search: [{ search: "cat" }, [running]],
    },
  };
};
