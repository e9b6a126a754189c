import { randomBytes } from "node:crypto";
import { playlistSettings } from "@kinora/contract/playlists/playlists.ts";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { beforeAll, expect, test } from "vitest";
import { presentStreamDetail, readStream } from "./live/streams/rows.ts";
import type { ProjectGrant } from "./platform/access/scope.ts";
import { aVideo } from "./playback/testing.ts";
import { createPlaylist, getPlaylist } from "./playlists/service.ts";
import { sharedProject, addStream } from "./testing/fixtures.ts";
import { readVideo } from "./videos/service.ts";

let grant: ProjectGrant;
const { services, project, context } = await sharedProject();

beforeAll(async () => {
  const { accountId, projectId } = project;
  grant = { accountId, projectId, owner: true, permissions: new Set(["video_view"]) };
});

/** A video of 1080 × 1920, a livestream and a playlist with its list below. */
async function items() {
  const video = await aVideo(services, project, {});
  await updateRows(services, "videos", { id: video.id }, { width: 1080, height: 1920 });
  const stream = await addStream(services, project, { key_hash: randomBytes(32), key_sealed: randomBytes(32) });
  const settings = playlistSettings.parse({ name: "Series", layout: "bottom" });
  const playlist = await createPlaylist(context, grant, { ...settings, type: "manual", video_ids: [] });
  return { video: video.id, stream: stream.id, playlist: playlist.id };
}

test("the codes that the API returns have the frame of the project's default player", async () => {
  const { video, stream, playlist } = await items();
  const iframes = async () => [
    (await readVideo(context, grant, video)).embed.iframe,
    (await presentStreamDetail(context, await readStream(services.db, grant, stream))).embed.iframe,
    (await getPlaylist(context, grant, playlist)).embed.iframe,
  ];
  const withPlayer = async (settings: object) => {
    const { numUpdatedRows } = await services.db
      .updateTable("players")
      .set({ settings: JSON.stringify(settings) })
      .where("project_id", "=", project.projectId)
      .where("is_default", "=", true)
      .executeTakeFirstOrThrow();
    expect(numUpdatedRows).toBe(1n);
    return iframes();
  };
  const has = (text: string): unknown => expect.stringContaining(text);
  const usual = has("width:100%;aspect-ratio:16/9");
  expect(await iframes()).toEqual([usual, usual, has('width="640" height="600"')]);
  // A livestream's encoder may send another size each time.
  expect(await withPlayer({ aspect: "auto" })).toEqual([has("aspect-ratio:1080/1920"), usual, has('width="640"')]);
  const square = has("aspect-ratio:1/1");
  expect(await withPlayer({ aspect: "1:1" })).toEqual([square, square, has('width="640" height="880"')]);
  const fixed = has('width="320" height="240"');
  const small = { fixed_size: true, frame_width: 320, frame_height: 240 };
  expect(await withPlayer(small)).toEqual([fixed, fixed, has('width="320" height="480"')]);
  // Without a default player the frame is the usual one.
  await updateRows(services, "players", { project_id: project.projectId }, { is_default: false });
  expect(await iframes()).toEqual([usual, usual, has('height="600"')]);
});
