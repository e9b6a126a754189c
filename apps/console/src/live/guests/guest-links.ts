import { api } from "../../platform/client.ts";
import { dataQuery } from "../../platform/queries.ts";
import { LIVE_KEY } from "../queries.ts";

/** How long a new link can last, in hours. */
export const LASTS = ["1", "4", "24", "168", "720"] as const;

/** A link as lists have it. */
export type GuestLink = Awaited<ReturnType<typeof api.guestLinks.listGuestLinks>>["data"][number];

/** The links of a livestream. */
export const guestLinksQuery = (streamId: number) =>
  dataQuery([...LIVE_KEY, streamId, "guest-links"], api.guestLinks.listGuestLinks, { stream_id: streamId });
