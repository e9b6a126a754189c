/** Why the operator took a video down: nobody can play it until it is reinstated. */
export interface Takedown {
  /** For the account and the audit log. */
  reason: string;
  /** For viewers. */
  message: string;
  /** ISO 8601. */
  at: string;
}

export const TAKEDOWN_REASON_MAX = 500;
export const TAKEDOWN_MESSAGE_MAX = 200;

/** What viewers read unless the operator writes something else. */
export const TAKEDOWN_MESSAGE = "This video was removed after a complaint.";

/** What the list of the installation's videos can be narrowed to. */
export const INSTALLATION_VIDEO_STATES = ["completed", "inprogress", "failed", "trash"] as const;

/** The HTTP status of what was taken down (RFC 7725). */
export const TAKEN_DOWN_STATUS = 451;
