import { GUEST_LINK_DAYS_MAX, GUEST_LINK_NAME_MAX, GUEST_LINKS_MAX } from "@kinora/domain/live/guest-links.ts";
import { z } from "zod";
import { holds, operation } from "../access.ts";
import { id, line, message, moment } from "../shapes.ts";

/** A link with which a guest publishes from a browser, without an account and without the stream key. */
export const guestLink = z.object({
  id: z.number(),
  /** Whom it is for. */
  name: z.string(),
  ends_at: moment,
  /** When someone published with it last; null before. */
  used_at: moment.nullable(),
  created_at: moment,
});

export const listGuestLinks = operation(holds("streams_key_view", "stream"))
  .route({
    method: "GET",
    path: "/streams/{stream_id}/guest-links",
    tags: ["Live"],
    summary:
      "The links with which guests publish to a livestream, also those that have ended, in the order they were made.",
  })
  .input(z.object({ stream_id: id }))
  .output(z.object({ data: z.array(guestLink) }));

export const createGuestLink = operation(holds("streams_key_view", "stream"), { proof: "keys" })
  .route({
    method: "POST",
    path: "/streams/{stream_id}/guest-links",
    tags: ["Live"],
    successStatus: 201,
    summary: `Makes a link for a guest, which is answered once; a livestream can have ${GUEST_LINKS_MAX}.`,
  })
  .input(
    z.object({
      stream_id: id,
      name: line("Name", GUEST_LINK_NAME_MAX),
      /** When it stops working, within ${GUEST_LINK_DAYS_MAX} days; a guest who publishes then is disconnected. */
      ends_at: moment.describe(`Within ${GUEST_LINK_DAYS_MAX} days.`),
    }),
  )
  .output(
    message.extend({
      data: guestLink,
      /** The page to send to the guest. */
      url: z.string(),
    }),
  );

export const deleteGuestLink = operation(holds("streams_key_view", "stream"))
  .route({
    method: "DELETE",
    path: "/streams/{stream_id}/guest-links/{id}",
    tags: ["Live"],
    summary: "Revokes a link; a guest who publishes with it is disconnected within seconds.",
  })
  .input(z.object({ stream_id: id, id }))
  .output(message);
