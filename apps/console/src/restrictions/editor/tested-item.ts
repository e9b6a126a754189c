import { searched } from "@kinora/ui/kit/list-view.ts";

/** What the simulator of a profile is opened for, by public ids: a video or livestream, or a playlist. */
export interface TestedItem {
  video?: string | undefined;
  playlist?: string | undefined;
}

const id = searched();

/** Reads it of an address; for `validateSearch` of a route. */
export const readTestedItem = (raw: Record<string, unknown>): TestedItem => ({
  video: id.read(raw["video"]),
  playlist: id.read(raw["playlist"]),
});
