import { isInRange, parseAddress, parseRange } from "./addresses.ts";
import type { RestrictionPolicy, RuleMode } from "./policy.ts";
import { RULES, type Reason, type Rule } from "./reasons.ts";
import { matchingEntry, parsePage } from "./referrers.ts";

/** The claims of a playback token whose signature is right (RFC 7519 §4.1); times are in seconds since 1970. */
export interface TokenClaims {
  /** Public id of the video or livestream. */
  video?: string;
  /** Public id of the playlist. */
  playlist?: string;
  exp: number;
  nbf?: number;
  /** Address or range the viewer must have. */
  ip?: string;
  /** Viewers at one time. */
  maxSessions?: number;
}

/** What a request's token is. */
export type TokenState =
  | { state: "none" }
  /** Unreadable, of an unknown or revoked key, or with a wrong signature; `why` is for the owner. */
  | { state: "invalid"; why: string }
  | { state: "verified"; claims: TokenClaims };

/** A viewer's request to play, with everything that is known of it. */
export interface PlaybackRequest {
  /** URL of the page with the player; null when the browser sent none. */
  page: string | null;
  /** Hosts, with their ports, on which everything plays: the console's. */
  ownHosts: readonly string[];
  /** ISO 3166-1 alpha-2; null when unknown. */
  country: string | null;
  address: string;
  agent: string;
  token: TokenState;
  password: "none" | "wrong" | "right";
  /** Other viewers who use the same token now. */
  otherSessions: number;
  /** What is to be played, by public ids: a video or livestream, within a playlist that lists it or not, or a playlist's page. */
  item: { video: string; playlist: string | null } | { video: null; playlist: string };
  /** Seconds since 1970. */
  at: number;
}

/** One rule's part of a decision: `off` has nothing to check, `unreached` comes after the stop. */
export interface TraceStep {
  rule: Rule;
  verdict: "passed" | "stopped" | "off" | "unreached";
  detail: string;
}

export interface Decision {
  allowed: boolean;
  reason: Reason | null;
  trace: TraceStep[];
}

/** The clock of the server that signs tokens may be ahead by so much (RFC 7519 §4.1.5): many write the second in which they sign. */
const CLOCK_LEEWAY_SECONDS = 30;

type Answer = { verdict: "passed" | "off"; detail: string } | { verdict: "stopped"; detail: string; reason: Reason };
type Check = (policy: RestrictionPolicy, request: PlaybackRequest) => Answer;

const off = (detail: string): Answer => ({ verdict: "off", detail });
const passed = (detail: string): Answer => ({ verdict: "passed", detail });
const stopped = (reason: Reason, detail: string): Answer => ({ verdict: "stopped", reason, detail });

const CHECKS: Record<Rule, Check> = {
  referrer: checkReferrer,
  address: checkAddress,
  country: checkCountry,
  agent: checkAgent,
  token: checkToken,
  password: checkPassword,
  sessions: checkSessions,
};

/**
 * Decides whether a request may play under a policy. Pure: the edge, the simulator and the dry run all call it. Rules are
 * asked in the order of `RULES`; the first that stops the request names the reason.
 */
export function decide(policy: RestrictionPolicy, request: PlaybackRequest): Decision {
  const trace: TraceStep[] = [];
  let reason: Reason | null = null;
  for (const rule of RULES) {
    if (reason !== null) {
      trace.push({ rule, verdict: "unreached", detail: "Not checked: an earlier rule stopped the request." });
      continue;
    }
    const answer = CHECKS[rule](policy, request);
    trace.push({ rule, verdict: answer.verdict, detail: answer.detail });
    if (answer.verdict === "stopped") reason = answer.reason;
  }
  return { allowed: reason === null, reason, trace };
}

function checkReferrer({ referrers: { mode, entries, empty } }: RestrictionPolicy, request: PlaybackRequest): Answer {
  if (mode === "all") return off("Every page may embed.");
  if (request.page === null)
    return empty
      ? passed("No referrer was sent; the profile allows that.")
      : stopped("referrer_missing", "No referrer was sent; the profile doesn't allow that.");
  const page = parsePage(request.page);
  const place = page ? `${page.host}${page.port === "" ? "" : `:${page.port}`}` : request.page.slice(0, 100);
  if (page && request.ownHosts.includes(place)) return passed(`${place} is Kinora's own host.`);
  const entry = page && matchingEntry(entries, page);
  if (mode === "only")
    return entry
      ? passed(`The page matches ${entry}.`)
      : stopped("referrer_not_allowed", `${place} is not among the allowed pages.`);
  return entry
    ? stopped("referrer_blocked", `The page matches the blocked ${entry}.`)
    : passed(`${place} is not blocked.`);
}

/** A list of the kind "only these" or "not these", once it is known which entry covers the request. */
function listed(
  mode: Exclude<RuleMode, "all">,
  shown: string,
  entry: string | undefined,
  reasons: { outside: Reason; blocked: Reason },
): Answer {
  if (mode === "only")
    return entry === undefined
      ? stopped(reasons.outside, `${shown} is not among the allowed ones.`)
      : passed(`${shown} matches ${entry}.`);
  return entry === undefined
    ? passed(`${shown} is not blocked.`)
    : stopped(reasons.blocked, `${shown} matches the blocked ${entry}.`);
}

function checkAddress({ addresses: { mode, ranges } }: RestrictionPolicy, { address }: PlaybackRequest): Answer {
  if (mode === "all") return off("Every IP address may play.");
  const known = parseAddress(address);
  const entry = ranges.find((text) => {
    const range = parseRange(text);
    return known !== null && range !== null && isInRange(known, range);
  });
  const reasons = { outside: "address_not_allowed", blocked: "address_blocked" } as const;
  return listed(mode, address || "An unknown address", entry, reasons);
}

function checkCountry(
  { countries: { mode, codes, unknown } }: RestrictionPolicy,
  { country }: PlaybackRequest,
): Answer {
  if (mode === "all") return off("Every country may play.");
  if (country === null)
    return unknown
      ? passed("The country is unknown; the profile allows that.")
      : stopped("country_unknown", "The country is unknown; the profile doesn't allow that.");
  const entry = codes.find((code) => code === country);
  return listed(mode, country, entry, { outside: "country_not_allowed", blocked: "country_blocked" });
}

function checkAgent({ agents: { mode, patterns } }: RestrictionPolicy, { agent }: PlaybackRequest): Answer {
  if (mode === "all") return off("Every app and browser may play.");
  const entry = patterns.find((pattern) => agent.toLowerCase().includes(pattern.toLowerCase()));
  const shown = agent === "" ? "An empty user agent" : `“${agent.slice(0, 80)}”`;
  return listed(mode, shown, entry, { outside: "agent_not_allowed", blocked: "agent_blocked" });
}

function checkToken({ signed }: RestrictionPolicy, { token, item, address, at }: PlaybackRequest): Answer {
  if (!signed) return off("No token is needed.");
  if (token.state === "none") return stopped("token_missing", "The profile needs a signed token; none was sent.");
  if (token.state === "invalid") return stopped("token_invalid", token.why);
  const { claims } = token;
  if (claims.exp <= at) return stopped("token_expired", `The token expired ${at - claims.exp} s ago (exp).`);
  if (claims.nbf !== undefined && claims.nbf > at + CLOCK_LEEWAY_SECONDS)
    return stopped("token_not_yet_valid", `The token begins in ${claims.nbf - at} s (nbf).`);
  const isForItem =
    (claims.video !== undefined && claims.video === item.video) ||
    (claims.playlist !== undefined && claims.playlist === item.playlist);
  if (!isForItem)
    return stopped(
      "token_for_other_item",
      `The token names ${claims.video ?? claims.playlist ?? "no video"}, not ${item.video ?? item.playlist}.`,
    );
  if (claims.ip !== undefined) {
    const [range, viewer] = [parseRange(claims.ip), parseAddress(address)];
    if (!range || !viewer || !isInRange(viewer, range))
      return stopped("token_for_other_address", `The token is for ${claims.ip}, the viewer has ${address}.`);
  }
  return passed(`The token is valid for this ${claims.video === item.video ? "video" : "playlist"}.`);
}

function checkPassword({ password: isNeeded }: RestrictionPolicy, { password }: PlaybackRequest): Answer {
  if (!isNeeded) return off("No password is needed.");
  if (password === "right") return passed("The password is right.");
  return password === "wrong"
    ? stopped("password_wrong", "The password is wrong.")
    : stopped("password_required", "The profile needs a password; none was entered.");
}

function checkSessions({ signed, sessions }: RestrictionPolicy, { token, otherSessions }: PlaybackRequest): Answer {
  const most = signed ? sessionLimit(sessions, token) : null;
  if (most === null) return off("Any number of viewers may use a token.");
  return otherSessions < most
    ? passed(`${otherSessions} other viewers use the token; ${most} may at one time.`)
    : stopped("too_many_sessions", `${otherSessions} other viewers use the token already; ${most} may at one time.`);
}

/** Viewers who may use a token at one time: the smaller of the profile's and the token's number; null for any number. */
export function sessionLimit(sessions: number | null, token: TokenState): number | null {
  const claimed = token.state === "verified" ? token.claims.maxSessions : undefined;
  if (claimed === undefined) return sessions;
  return sessions === null ? claimed : Math.min(sessions, claimed);
}
