import { AUDIO_TRACK_KINDS, AUDIO_TRACK_NAME_MAX, AUDIO_TRACK_STATES } from "@kinora/domain/videos/audio-tracks.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment } from "../shapes.ts";

export const audioTrack = z.object({
  id: z.number(),
  name: z.string(),
  /** BCP 47; null: unknown. */
  language: z.string().nullable(),
  kind: z.enum(AUDIO_TRACK_KINDS),
  /** Players begin with it. */
  default: z.boolean(),
  /** It was uploaded; otherwise it is of the video's file. */
  uploaded: z.boolean(),
  state: z.enum(AUDIO_TRACK_STATES),
  /** Percent of it that is encoded. */
  progress: z.number(),
  failure: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }).nullable(),
  /** Of an uploaded one; null until its file arrives. */
  file_name: z.string().nullable(),
  /** Integrated loudness in LUFS (EBU R 128); null until it is measured, and of silence. */
  loudness: z.number().nullable(),
  /** Seconds by which its file is longer than the video, negative where it is shorter; 0 within half a second. */
  difference_seconds: z.number(),
  size_bytes: z.number(),
  created_at: moment,
  updated_at: moment,
});

const fields = {
  name: line("Name", AUDIO_TRACK_NAME_MAX),
  /** BCP 47; null: unknown. */
  language: z.string().trim().min(1, "Choose a language.").max(35, "Choose a language.").nullable(),
  kind: z.enum(AUDIO_TRACK_KINDS).default("main"),
  default: z.boolean().default(false),
};

const place = z.object({ video_id: id, id });
const saved = message.extend({ data: audioTrack });

export const listAudioTracks = operation(holds("video_view", "video"))
  .route({
    method: "GET",
    path: "/videos/{video_id}/audio-tracks",
    tags: ["Audio tracks"],
    summary: "A video's audio tracks: those of its file, and those that were uploaded.",
  })
  .input(z.object({ video_id: id }))
  .output(z.object({ data: z.array(audioTrack) }));

export const addAudioTrack = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/audio-tracks",
    tags: ["Audio tracks"],
    successStatus: 201,
    summary:
      "Adds an audio track that waits for its file: a resumable upload (POST /uploads) with the track's id as audio_track_id in its metadata.",
  })
  .input(z.object({ video_id: id, ...fields }))
  .output(saved);

export const updateAudioTrack = operation(holds("video_edit", "video"))
  .route({
    method: "PUT",
    path: "/videos/{video_id}/audio-tracks/{id}",
    tags: ["Audio tracks"],
    summary: "Changes what an audio track is called and whether players begin with it.",
  })
  .input(place.extend(fields))
  .output(saved);

export const deleteAudioTrack = operation(holds("video_edit", "video"))
  .route({
    method: "DELETE",
    path: "/videos/{video_id}/audio-tracks/{id}",
    tags: ["Audio tracks"],
    summary: "Deletes an audio track; the first one of the video's file stays.",
  })
  .input(place)
  .output(message);

export const cancelAudioTrack = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/audio-tracks/{id}/cancel",
    tags: ["Audio tracks"],
    summary: "Stops the encoding of an uploaded audio track.",
  })
  .input(place)
  .output(saved);

export const retryAudioTrack = operation(holds("video_edit", "video"))
  .route({
    method: "POST",
    path: "/videos/{video_id}/audio-tracks/{id}/retry",
    tags: ["Audio tracks"],
    summary: "Continues the encoding of an audio track that failed or was cancelled.",
  })
  .input(place)
  .output(saved);
