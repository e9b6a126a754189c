import type { Availability } from "@kinora/domain/playback/embed-page.ts";
import { TAKEN_DOWN_STATUS } from "@kinora/domain/videos/takedown.ts";

/** The HTTP status of a page or a state that shows no video: 451 where it was taken down, 403 where it is suspended, else 404. */
export const absentStatus = (availability: Availability): number =>
  availability === "taken_down" ? TAKEN_DOWN_STATUS : availability === "suspended" ? 403 : 404;
