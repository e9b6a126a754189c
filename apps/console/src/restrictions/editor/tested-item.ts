import { searched } from "@kinora/ui/kit/list-view.ts";

/** What the simulator of a profile is opened for, by public ids: a video or livestream, or a playlist. */
export interface TestedItem {
  video?: string;
  playlist?: string;
}

const id = searched();

/** Reads it of an address; for `validateSearch` of a route. */
export function readTestedItem(raw: Record<string, unknown>): TestedItem {
  const video = id.read(raw["video"]);
  const playlist = id.read(raw["playlist"]);
  return { ...(video === undefined ? {} : { video }), ...(playlist === undefined ? {} : { playlist }) };
}
