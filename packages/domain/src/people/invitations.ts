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

/** The addresses in a text, divided by spaces, commas, semicolons or lines; each once, in lower case. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((part) => part !== ""),
  ),
];
