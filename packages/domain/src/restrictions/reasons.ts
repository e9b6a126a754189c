/** The rules in the order in which they are asked. */
export const RULES = ["referrer", "address", "country", "agent", "token", "password", "sessions"] as const;
export type Rule = (typeof RULES)[number];

/** Why playback is refused: the code for programs, with its rule and the sentence for the viewer. */
export const REASONS = {
  referrer_missing: {
    rule: "referrer",
    text: "Your browser doesn't say which page you are on, and this video needs it.",
  },
  referrer_not_allowed: { rule: "referrer", text: "This video can't be played on this page." },
  referrer_blocked: { rule: "referrer", text: "This video can't be played on this page." },
  address_not_allowed: { rule: "address", text: "This video can't be played from your network." },
  address_blocked: { rule: "address", text: "This video can't be played from your network." },
  country_not_allowed: { rule: "country", text: "This video isn't available in your country." },
  country_blocked: { rule: "country", text: "This video isn't available in your country." },
  country_unknown: { rule: "country", text: "This video isn't available where you are." },
  agent_not_allowed: { rule: "agent", text: "This video can't be played in this app or browser." },
  agent_blocked: { rule: "agent", text: "This video can't be played in this app or browser." },
  token_missing: { rule: "token", text: "This video plays with a personal link only." },
  token_invalid: { rule: "token", text: "This link isn't valid." },
  token_expired: { rule: "token", text: "This link has expired. Reload the page you came from." },
  token_not_yet_valid: { rule: "token", text: "This link isn't valid yet." },
  token_for_other_item: { rule: "token", text: "This link belongs to another video." },
  token_for_other_address: { rule: "token", text: "This link was made for another network." },
  password_required: { rule: "password", text: "Enter the password to watch this video." },
  password_wrong: { rule: "password", text: "Wrong password. Try again." },
  too_many_sessions: {
    rule: "sessions",
    text: "This link is already in use elsewhere. Close the other player and reload.",
  },
} as const satisfies Record<string, { rule: Rule; text: string }>;

export type Reason = keyof typeof REASONS;

/** What a viewer reads where a reason refuses them; `isPlaylist`: it is the page of a playlist that is refused. */
export const refusalText = (reason: Reason, isPlaylist = false): string =>
  isPlaylist ? REASONS[reason].text.replace(/\bvideo\b/, "playlist") : REASONS[reason].text;

export const REASON_CODES = Object.keys(REASONS) as [Reason, ...Reason[]];
