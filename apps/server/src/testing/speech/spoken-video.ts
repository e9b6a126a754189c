import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { ffmpeg } from "@kinora/media/fixtures/made-once.ts";
import type { Services } from "../../context.ts";
import { newHash } from "../../platform/secrets/hash.ts";

/** A tone that is silent between these seconds. */
interface Tone {
  seconds: number;
  silent: readonly (readonly [from: number, to: number])[];
}

/** A complete video of a tone with silences: its audio rendition is real, and it has no picture. */
export async function addSpokenVideo(
  { db, storage }: Pick<Services, "db" | "storage">,
  { projectId, accountId }: { projectId: number; accountId: number },
  { seconds, silent }: Tone,
): Promise<number> {
  const owned = { project_id: projectId, account_id: accountId };
  const { id } = await insertRow(db, "videos", {
    ...owned,
    hash: newHash(),
    title: "A talk",
    status: "complete",
    version: 1,
    playable: true,
  });
  await updateRows(db, "videos", { id }, { duration_seconds: seconds });
  const place = { video_id: id, account_id: accountId, version: 1 };
  const transcode = await insertRow(db, "transcodes", { ...place, project_id: projectId, state: "complete" });
  await insertRow(db, "renditions", {
    ...place,
    transcode_id: transcode.id,
    kind: "audio",
    label: "audio",
    state: "complete",
  });
  const folder = await mkdtemp(join(tmpdir(), "kinora-spoken-"));
  const quiet = silent.map(([from, to]) => `between(t,${from},${to})`).join("+");
  await ffmpeg(
    [
      ...["-f", "lavfi", "-i", `sine=frequency=330:sample_rate=48000:duration=${seconds}`],
      ...(quiet === "" ? [] : ["-af", `volume=enable='${quiet}':volume=0`]),
      ...["-c:a", "aac", "-b:a", "64k", "-f", "hls", "-hls_time", "4", "-hls_playlist_type", "vod"],
      ...["-hls_segment_type", "fmp4", "-hls_segment_filename", "%05d.m4s", "index.m3u8"],
    ],
    folder,
  );
  for (const name of await readdir(folder))
    await storage.put(`assets/${id}/v1/audio/${name}`, await readFile(join(folder, name)));
  await rm(folder, { recursive: true });
  return id;
}
