/** What a person sees of how their own sign-in changed: actions of the audit log, each with a sentence. */
export const SECURITY_EVENTS = {
  "user.first_run": "The sign-in was set up.",
  "user.activate": "The sign-in was set up.",
  "user.password_change": "The password was changed.",
  "user.password_reset": "A new password was chosen with a link sent by email.",
  "user.totp_on": "Codes of an app were turned on.",
  "user.totp_off": "Codes of an app were turned off.",
  "user.recovery_codes_made": "New recovery codes were made.",
  "user.recovery_code_used": "A recovery code was used.",
  "user.passkey_added": "A passkey was added.",
  "user.passkey_renamed": "A passkey was renamed.",
  "user.passkey_removed": "A passkey was removed.",
  "user.browser_forgotten": "A browser is asked for the second factor again.",
  "user.session_ended": "A browser was signed out.",
  "user.other_sessions_ended": "Every other browser was signed out.",
  "user.email_change_asked": "A new email address was asked for.",
  "user.email_change_cancelled": "The new email address was not taken.",
  "user.email_changed": "The email address was changed.",
  "user.provider_linked": "Sign-in with an organization was connected.",
  "user.provider_signed_out": "The organization's sign-in provider ended a session.",
  "user.recovered": "The second factors were removed, and a link for a new password was made.",
  "user.signed_out_everywhere": "Every browser was signed out.",
  "user.blocked_everywhere": "The sign-in was blocked.",
  "user.unblocked_everywhere": "The sign-in was unblocked.",
  "user.superuser_granted": "The person became a superuser.",
  "user.superuser_revoked": "The person is no longer a superuser.",
} as const;

export type SecurityEvent = keyof typeof SECURITY_EVENTS;
export const SECURITY_EVENT_TYPES = Object.keys(SECURITY_EVENTS) as [SecurityEvent, ...SecurityEvent[]];
/** Events on one page. */
export const SECURITY_EVENTS_PAGE = 10;

/** Values of an event that its person sees. Others, as the reason of a block, are for those who did it. */
const SHOWN_VALUES = new Set(["email", "name", "issuer"]);
export const isShownValue = (name: string): boolean => SHOWN_VALUES.has(name);

/** Who did it: the person, another superuser, or the operator on the command line. */
export const SECURITY_ACTORS = ["person", "superuser", "operator"] as const;
export type SecurityActor = (typeof SECURITY_ACTORS)[number];

/** Who an entry of a person's events is by. */
export function securityActor(actor: { kind: string | null; userId: number | null }, personId: number): SecurityActor {
  if (actor.kind !== "user") return "operator";
  return actor.userId === personId ? "person" : "superuser";
}
