export const INVITATION_STATES = ["pending", "accepted", "expired", "revoked"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** How many addresses are invited at a time, and to how many projects. */
export const INVITED_MAX = 50;
export const INVITED_PROJECTS_MAX = 20;
export const INVITATION_MESSAGE_MAX = 1000;

/** What has become of an invitation. One that was accepted or revoked stays so; an expired one can be sent again. */
export function invitationState(
  invitation: { accepted_at: Date | null; revoked_at: Date | null; expires_at: Date },
  now: Date,
): InvitationState {
  if (invitation.accepted_at !== null) return "accepted";
  if (invitation.revoked_at !== null) return "revoked";
  return invitation.expires_at > now ? "pending" : "expired";
}

/** An address in brackets with the name before it, as mail programs copy it: `Ada Lovelace <ada@example.com>`, `"Lovelace, Ada" <…>`. */
const NAMED = /(?<=^|[\s,;>])(?:"[^"\n]*"|[^;\n<>@."]|\.(?!\p{L})){0,100}<([^<>\s]+@[^<>\s]+)>/gu;
/** What stands around an address in a text. */
const AROUND = /^(?:["'(<[\u200B\u201C\u2018]|mailto:)+|["')>\].:\u200B\u201D\u2019]+$/g;

/**
 * The addresses in a text, divided by spaces, commas, semicolons or lines, without the names before them and what stands around
 * them; each once, in lower case.
 */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .replaceAll(NAMED, " $1 ")
      .split(/[\s,;]+/)
      .map((part) => part.replaceAll(AROUND, ""))
      .filter((part) => part !== ""),
  ),
];
