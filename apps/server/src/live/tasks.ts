import { z } from "zod";
import type { Listener } from "../platform/events/events.ts";
import type { Chore } from "../platform/jobs/chores.ts";
import { task } from "../platform/jobs/tasks.ts";
import { forgetAiredCaptions } from "./captions/aired-captions.ts";
import { forgetLiveHosts } from "./host/forget-hosts.ts";
import { refreshPlaylistLoops } from "./loop/loop-playlist.ts";
import { makeClipVideo } from "./recordings/clip-video.ts";
import { saveRecording } from "./recordings/recordings.ts";
import { makeTrimVideo } from "./recordings/trim-video.ts";
import { deleteProjectStreams } from "./streams/delete-project-streams.ts";

/** Reads a changed playlist again for the loops that follow it. */
const refreshLoopsOfPlaylist = task({
  name: "live.refresh_playlist_loops",
  payload: z.object({ eventId: z.number() }),
  async run(services, { eventId }) {
    const event = await services.db.selectFrom("events").select("payload").where("id", "=", eventId).executeTakeFirst();
    const playlistId = z.object({ playlist_id: z.number() }).safeParse(event?.payload).data?.playlist_id;
    if (playlistId !== undefined) await refreshPlaylistLoops(services, playlistId);
  },
});

/** Tasks that make videos of recordings, clips and trims, read playlists of loops, and delete the streams of deleted projects. */
export const liveTasks = [makeClipVideo, makeTrimVideo, saveRecording, refreshLoopsOfPlaylist, deleteProjectStreams];

export const liveListeners: readonly Listener[] = [
  { event: "playlist.updated", task: refreshLoopsOfPlaylist },
  { event: "project.deleted", task: deleteProjectStreams },
];

/** Periodic tasks of this room. */
export const liveChores: readonly Chore[] = [
  forgetLiveHosts,
  forgetAiredCaptions,
  // Videos are published, deleted and completed, and rules find others as time passes, without a change of the playlist.
  {
    name: "live.refresh_playlist_loops",
    does: "Brings loops up to date that play a playlist.",
    everySeconds: 30,
    run: (services) => refreshPlaylistLoops(services),
  },
];
