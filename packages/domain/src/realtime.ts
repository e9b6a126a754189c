/** Where a video's conversion progress is pushed (spec §4). */
export const transcodingChannel = (videoId: number) => `transcoding_channel_${videoId}`;
export const CONVERSION_PROGRESS_EVENT = "VideoConversionProgress";

/** Where changes of a project's rows are announced, so that open lists can refresh what moved. */
export const projectChannel = (projectId: number) => `project_channel_${projectId}`;
export const VIDEO_CHANGED_EVENT = "VideoChanged";
/** How far a bulk action is, on its project's channel. */
export const BULK_PROGRESS_EVENT = "BulkProgress";

export type Channel = { kind: "transcoding"; id: number } | { kind: "project"; id: number };

/** Reads a channel's name; null for a name no channel has. */
export function parseChannel(name: string): Channel | null {
  const match = /^(transcoding|project)_channel_(\d{1,15})$/.exec(name);
  if (!match) return null;
  const id = Number(match[2]);
  return match[1] === "transcoding" ? { kind: "transcoding", id } : { kind: "project", id };
}
