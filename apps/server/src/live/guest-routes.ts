import { operations, projectGrant } from "../platform/http/operations.ts";
import { createGuestLink, deleteGuestLink, listGuestLinks } from "./guests/guest-links.ts";

export const guestLinkRoutes = {
  listGuestLinks: operations.guestLinks.listGuestLinks.handler(async ({ context, input }) => ({
    data: await listGuestLinks(context, projectGrant(context), input.stream_id),
  })),
  createGuestLink: operations.guestLinks.createGuestLink.handler(async ({ context, input }) => {
    const { stream_id: streamId, name, ends_at: endsAt } = input;
    const made = await createGuestLink(context, projectGrant(context), streamId, { name, ends_at: new Date(endsAt) });
    return { ...made, message: "Guest link is made." };
  }),
  deleteGuestLink: operations.guestLinks.deleteGuestLink.handler(async ({ context, input }) => {
    await deleteGuestLink(context, projectGrant(context), input.stream_id, input.id);
    return { message: "Guest link is revoked." };
  }),
};
