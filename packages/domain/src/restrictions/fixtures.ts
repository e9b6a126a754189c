import type { PlaybackRequest, TokenClaims } from "./decide.ts";
import { OPEN_POLICY, type RestrictionPolicy } from "./policy.ts";
import type { Reason } from "./reasons.ts";

/** Addresses of the documentation and of public servers, with the country that the geo database gives them. */
export const PLACES = {
  US: "8.8.8.8",
  NL: "193.0.6.139",
  DE: "194.25.2.129",
  GB: "212.58.244.1",
  BR: "200.160.2.3",
  NL6: "2001:67c:2e8:22::c100:68b",
  DE6: "2003:180:2::53",
  nowhere: "192.0.2.1",
  nowhere6: "2001:db8::1",
} as const;

export const COUNTRY_OF: Readonly<Record<string, string>> = {
  [PLACES.US]: "US",
  [PLACES.NL]: "NL",
  [PLACES.DE]: "DE",
  [PLACES.GB]: "GB",
  [PLACES.BR]: "BR",
  [PLACES.NL6]: "NL",
  [PLACES.DE6]: "DE",
  "194.25.2.200": "DE",
};

/** A token as a row writes it: times are seconds from now, what it names is "this" or "other", `key` says what signed it. */
export interface RowToken extends Omit<TokenClaims, "exp" | "nbf" | "video" | "playlist"> {
  key?: "active" | "revoked" | "unknown" | "wrong";
  exp?: number;
  nbf?: number;
  video?: "this" | "other" | "none";
  playlist?: "this" | "other";
}

/** The part of a request that a row sets; the rest is an ordinary request. */
export interface RowRequest {
  /** A video unless said: the page of a playlist, or a video within a playlist that lists it and has no rules of its own. */
  item?: "playlist" | "listed";
  page?: string | null;
  address?: string;
  agent?: string;
  token?: RowToken | string;
  password?: PlaybackRequest["password"];
  others?: number;
}

/** One decision: a policy, a request, and the reason it is refused for; null where it is allowed. */
export interface DecisionRow {
  name: string;
  policy: RestrictionPolicy;
  request: RowRequest;
  reason: Reason | null;
}

const rows: DecisionRow[] = [];
type Entry = readonly [RowRequest, Reason | null];

/** Adds rows that share a policy. */
function under(name: string, policy: Partial<RestrictionPolicy>, entries: readonly Entry[]): void {
  for (const [request, reason] of entries)
    rows.push({
      name: `${name}: ${JSON.stringify(request)} ${reason ?? "plays"}`,
      policy: { ...OPEN_POLICY, ...policy },
      request,
      reason,
    });
}

const pages = (mode: "only" | "block", entries: string[], empty = false) => ({ referrers: { mode, entries, empty } });
const on = (page: string | null, reason: Reason | null): Entry => [{ page }, reason];
const OUTSIDE = "referrer_not_allowed";

under("nothing is restricted", {}, [
  on("https://example.com/", null),
  on("http://anything.test:8080/a/b?c=d", null),
  on(null, null),
  [{ address: PLACES.US }, null],
  [{ address: PLACES.nowhere6 }, null],
  [{ agent: "" }, null],
  [{ token: "nonsense" }, null],
  [{ token: { key: "unknown" } }, null],
  [{ password: "wrong" }, null],
  [{ others: 50, token: {} }, null],
]);

under("only example.com", pages("only", ["example.com"]), [
  on("https://example.com/", null),
  on("http://example.com/", null),
  on("https://example.com/deep/page?with=query#part", null),
  on("https://EXAMPLE.com/", null),
  on("https://example.com./", null),
  on("https://example.com:8443/", null),
  on("https://www.example.com/", OUTSIDE),
  on("https://example.com.evil.test/", OUTSIDE),
  on("https://notexample.com/", OUTSIDE),
  on("https://evil.test/example.com", OUTSIDE),
  on("https://evil.test/?https://example.com/", OUTSIDE),
  on("https://example.com@evil.test/", OUTSIDE),
  on("https://evil.test#example.com", OUTSIDE),
  on("https://example.co/", OUTSIDE),
  on("https://com/", OUTSIDE),
  on("ftp://example.com/", OUTSIDE),
  on("javascript:alert(1)", OUTSIDE),
  on("about:srcdoc", OUTSIDE),
  on("nonsense", OUTSIDE),
  on(null, "referrer_missing"),
]);

under("only example.com or none", pages("only", ["example.com"], true), [
  on(null, null),
  on("https://example.com/", null),
  on("https://other.test/", OUTSIDE),
  on("nonsense", OUTSIDE),
]);

under("a wildcard", pages("only", ["*.example.com"]), [
  on("https://www.example.com/", null),
  on("https://a.b.example.com/", null),
  on("https://example.com/", OUTSIDE),
  on("https://evilexample.com/", OUTSIDE),
  on("https://www.example.com.evil.test/", OUTSIDE),
  on("http://www.example.com:81/", null),
]);

under("a wildcard and its domain", pages("only", ["*.example.com", "example.com"]), [
  on("https://example.com/", null),
  on("https://shop.example.com/", null),
  on("https://example.org/", OUTSIDE),
]);

under("a port", pages("only", ["example.com:8080", "localhost:3000"]), [
  on("http://example.com:8080/", null),
  on("https://example.com:8080/", null),
  on("http://example.com/", OUTSIDE),
  on("http://example.com:8081/", OUTSIDE),
  on("http://localhost:3000/a", null),
  on("http://localhost/", OUTSIDE),
  on("http://sub.example.com:8080/", OUTSIDE),
]);

under("a wildcard with a port", pages("only", ["*.example.com:8080"]), [
  on("http://a.example.com:8080/", null),
  on("http://a.example.com/", OUTSIDE),
  on("http://example.com:8080/", OUTSIDE),
]);

under("a path", pages("only", ["example.com/shop"]), [
  on("https://example.com/shop", null),
  on("https://example.com/shop/", null),
  on("https://example.com/shop/shoes?size=40", null),
  on("https://example.com/shopping", OUTSIDE),
  on("https://example.com/", OUTSIDE),
  on("https://example.com/a/shop", OUTSIDE),
  on("https://example.com/Shop", OUTSIDE),
  on("https://example.com/shop/../admin", OUTSIDE),
]);

under("punycode", pages("only", ["xn--bcher-kva.example"]), [
  on("https://xn--bcher-kva.example/", null),
  on("https://bücher.example/", null),
  on("https://BÜCHER.example/", null),
  on("https://bucher.example/", OUTSIDE),
]);

under("an address as a host", pages("only", ["192.0.2.7", "[2001:db8::7]"]), [
  on("http://192.0.2.7/", null),
  on("http://192.0.2.7:8080/", null),
  on("http://192.0.2.8/", OUTSIDE),
  on("http://[2001:db8::7]/", null),
  on("http://[2001:db8::8]/", OUTSIDE),
]);

under("no page is listed", pages("only", []), [on("https://example.com/", OUTSIDE), on(null, "referrer_missing")]);

under("blocked pages", pages("block", ["evil.test", "*.evil.test", "example.com/private"], true), [
  on("https://evil.test/", "referrer_blocked"),
  on("https://evil.test:444/a", "referrer_blocked"),
  on("https://a.evil.test/", "referrer_blocked"),
  on("https://evil.test./", "referrer_blocked"),
  on("https://evil.test../", "referrer_blocked"),
  on("https://a.evil.test...:444/", "referrer_blocked"),
  on("https://notevil.test/", null),
  on("https://example.com/", null),
  on("https://example.com/private/x", "referrer_blocked"),
  on("https://example.com/privately", null),
  on(null, null),
]);

under("blocked pages, and none", pages("block", ["evil.test"], false), [
  on(null, "referrer_missing"),
  on("https://fine.test/", null),
  on("https://evil.test/", "referrer_blocked"),
]);

under("Kinora's own console", pages("only", [], false), [
  on("http://localhost:4000/", null),
  on("http://localhost:4000/video/7", null),
  on("http://localhost:4001/", OUTSIDE),
  on("http://localhost/", OUTSIDE),
  on("http://localhost:4000.evil.test/", OUTSIDE),
]);

const countries = (mode: "only" | "block", codes: string[], unknown: boolean) => ({
  countries: { mode, codes, unknown },
});
const from = (place: keyof typeof PLACES, reason: Reason | null): Entry => [{ address: PLACES[place] }, reason];

under("only Germany and the Netherlands", countries("only", ["DE", "NL"], false), [
  from("DE", null),
  from("NL", null),
  from("DE6", null),
  from("NL6", null),
  from("US", "country_not_allowed"),
  from("GB", "country_not_allowed"),
  from("BR", "country_not_allowed"),
  from("nowhere", "country_unknown"),
  from("nowhere6", "country_unknown"),
]);

under("only Germany, or unknown", countries("only", ["DE"], true), [
  from("DE", null),
  from("nowhere", null),
  from("nowhere6", null),
  from("NL6", "country_not_allowed"),
]);

under("not the United States and Brazil", countries("block", ["US", "BR"], true), [
  from("US", "country_blocked"),
  from("BR", "country_blocked"),
  from("GB", null),
  from("DE6", null),
  from("nowhere", null),
]);

under("not the United States, not unknown", countries("block", ["US"], false), [
  from("nowhere", "country_unknown"),
  from("nowhere6", "country_unknown"),
  from("US", "country_blocked"),
  from("DE", null),
]);

const addresses = (mode: "only" | "block", ranges: string[]) => ({ addresses: { mode, ranges } });
const at = (address: string, reason: Reason | null): Entry => [{ address }, reason];

under("only some networks", addresses("only", ["192.0.2.0/24", "198.51.100.7", "2001:db8:1::/48"]), [
  at("192.0.2.0", null),
  at("192.0.2.255", null),
  at("192.0.3.0", "address_not_allowed"),
  at("192.0.1.255", "address_not_allowed"),
  at("198.51.100.7", null),
  at("198.51.100.8", "address_not_allowed"),
  at("2001:db8:1::", null),
  at("2001:db8:1:ffff:ffff:ffff:ffff:ffff", null),
  at("2001:db8:2::", "address_not_allowed"),
  at("::ffff:192.0.2.7", null),
  at("::ffff:192.0.3.7", "address_not_allowed"),
]);

under("blocked networks", addresses("block", ["10.0.0.0/8", "203.0.113.64/26", "2001:db8:bad::/48"]), [
  at("10.255.255.255", "address_blocked"),
  at("11.0.0.0", null),
  at("203.0.113.64", "address_blocked"),
  at("203.0.113.127", "address_blocked"),
  at("203.0.113.63", null),
  at("203.0.113.128", null),
  at("2001:db8:bad::1", "address_blocked"),
  at("2001:db8:bae::1", null),
  at("::ffff:10.1.2.3", "address_blocked"),
]);

under("all of IPv4 is blocked", addresses("block", ["0.0.0.0/0"]), [
  at("192.0.2.1", "address_blocked"),
  at("2001:db8::1", null),
]);

const agents = (mode: "only" | "block", patterns: string[]) => ({ agents: { mode, patterns } });
const by = (agent: string, reason: Reason | null): Entry => [{ agent }, reason];

under("only one app", agents("only", ["ExampleApp/"]), [
  by("ExampleApp/3.2 (iPhone)", null),
  by("exampleapp/1", null),
  by("Mozilla/5.0 ExampleApp/3", null),
  by("Mozilla/5.0 (X11; Linux x86_64)", "agent_not_allowed"),
  by("ExampleApp", "agent_not_allowed"),
  by("", "agent_not_allowed"),
]);

under("blocked tools", agents("block", ["curl/", "python-requests"]), [
  by("curl/8.5.0", "agent_blocked"),
  by("CURL/8", "agent_blocked"),
  by(`${"a".repeat(400)} curl/8`, "agent_blocked"),
  by("python-requests/2.31", "agent_blocked"),
  by("Mozilla/5.0", null),
  by("", null),
]);

const holding = (token: RowToken | string | undefined, reason: Reason | null, more: RowRequest = {}): Entry => [
  token === undefined ? more : { token, ...more },
  reason,
];

under("signed", { signed: true }, [
  holding(undefined, "token_missing"),
  holding({}, null),
  holding({ exp: 5 }, null),
  holding({ exp: 86_400 }, null),
  holding({ exp: -1 }, "token_expired"),
  holding({ exp: -86_400 }, "token_expired"),
  holding({ nbf: -60 }, null),
  holding({ nbf: 25 }, null),
  holding({ nbf: 90 }, "token_not_yet_valid"),
  holding({ nbf: 600 }, "token_not_yet_valid"),
  holding({ nbf: 600, exp: -5 }, "token_expired"),
  holding({ video: "other" }, "token_for_other_item"),
  holding({ video: "none" }, "token_for_other_item"),
  holding({ video: "other", exp: -5 }, "token_expired"),
  holding({ key: "revoked" }, "token_invalid"),
  holding({ key: "unknown" }, "token_invalid"),
  holding({ key: "wrong" }, "token_invalid"),
  holding({ key: "wrong", exp: -5 }, "token_invalid"),
  holding("nonsense", "token_invalid"),
  holding("a.b.c", "token_invalid"),
  holding("eyJhbGciOiJub25lIn0.eyJ2aWRlbyI6IngifQ.", "token_invalid"),
  holding({ ip: "192.0.2.1" }, null, { address: "192.0.2.1" }),
  holding({ ip: "192.0.2.1" }, "token_for_other_address", { address: "192.0.2.2" }),
  holding({ ip: "192.0.2.0/24" }, null, { address: "192.0.2.200" }),
  holding({ ip: "2001:db8::/32" }, null, { address: "2001:db8:5::1" }),
  holding({ ip: "2001:db8::/32" }, "token_for_other_address", { address: "192.0.2.1" }),
  holding({ ip: "nonsense" }, "token_for_other_address", { address: "192.0.2.1" }),
  holding({ maxSessions: 2 }, null, { others: 1 }),
  holding({ maxSessions: 2 }, "too_many_sessions", { others: 2 }),
  holding({ maxSessions: 1 }, "too_many_sessions", { others: 3 }),
]);

under("signed, two viewers a token", { signed: true, sessions: 2 }, [
  holding({}, null, { others: 0 }),
  holding({}, null, { others: 1 }),
  holding({}, "too_many_sessions", { others: 2 }),
  holding({ maxSessions: 5 }, "too_many_sessions", { others: 2 }),
  holding({ maxSessions: 1 }, "too_many_sessions", { others: 1 }),
  holding(undefined, "token_missing"),
]);

const PLAYLIST = { video: "none", playlist: "this" } as const;

under("signed, with tokens of playlists", { signed: true }, [
  // A video at its own address is in no playlist, whatever the token says.
  holding(PLAYLIST, "token_for_other_item"),
  holding({ playlist: "this" }, null),
  holding({ video: "other", playlist: "this" }, "token_for_other_item"),
  holding(PLAYLIST, null, { item: "playlist" }),
  holding({ video: "other", playlist: "this" }, null, { item: "playlist" }),
  holding({}, "token_for_other_item", { item: "playlist" }),
  holding({ video: "none" }, "token_for_other_item", { item: "playlist" }),
  holding({ video: "none", playlist: "other" }, "token_for_other_item", { item: "playlist" }),
  holding(undefined, "token_missing", { item: "playlist" }),
  holding({ ...PLAYLIST, exp: -5 }, "token_expired", { item: "playlist" }),
  holding({ ...PLAYLIST, nbf: 600 }, "token_not_yet_valid", { item: "playlist" }),
  holding({ ...PLAYLIST, key: "revoked" }, "token_invalid", { item: "playlist" }),
  holding({ ...PLAYLIST, ip: "192.0.2.0/24" }, null, { item: "playlist", address: "192.0.2.9" }),
  holding({ ...PLAYLIST, ip: "192.0.2.0/24" }, "token_for_other_address", { item: "playlist", address: "8.8.8.8" }),
  holding({ ...PLAYLIST, maxSessions: 1 }, null, { item: "playlist" }),
  holding({ ...PLAYLIST, maxSessions: 1 }, "too_many_sessions", { item: "playlist", others: 1 }),
  holding(PLAYLIST, null, { item: "listed" }),
  holding({}, null, { item: "listed" }),
  holding({ video: "other", playlist: "this" }, null, { item: "listed" }),
  holding({ video: "none", playlist: "other" }, "token_for_other_item", { item: "listed" }),
  holding({ video: "other" }, "token_for_other_item", { item: "listed" }),
  holding(undefined, "token_missing", { item: "listed" }),
  holding({ ...PLAYLIST, maxSessions: 1 }, null, { item: "listed" }),
]);

under("a playlist's page", { ...pages("only", ["example.com"]), password: true }, [
  [{ item: "playlist", password: "right" }, null],
  [{ item: "playlist", password: "wrong" }, "password_wrong"],
  [{ item: "playlist" }, "password_required"],
  [{ item: "playlist", page: "https://other.test/" }, OUTSIDE],
  [{ item: "playlist", page: null }, "referrer_missing"],
]);

under("a number of viewers without tokens", { sessions: 1 }, [
  holding(undefined, null),
  holding({}, null, { others: 4 }),
]);

under("a password", { password: true }, [
  [{}, "password_required"],
  [{ password: "wrong" }, "password_wrong"],
  [{ password: "right" }, null],
  [{ page: null, password: "right" }, null],
]);

under(
  "everything at once",
  {
    ...pages("only", ["example.com"]),
    ...countries("only", ["DE"], false),
    ...addresses("block", ["194.25.2.200"]),
    ...agents("block", ["curl/"]),
    signed: true,
    password: true,
    sessions: 1,
  },
  [
    [{ page: "https://example.com/", address: PLACES.DE, token: {}, password: "right" }, null],
    [{ page: "https://other.test/", address: PLACES.US, agent: "curl/8" }, "referrer_not_allowed"],
    [{ page: "https://example.com/", address: "194.25.2.200", agent: "curl/8" }, "address_blocked"],
    [{ page: "https://example.com/", address: PLACES.US, agent: "curl/8" }, "country_not_allowed"],
    [{ page: "https://example.com/", address: PLACES.DE, agent: "curl/8" }, "agent_blocked"],
    [{ page: "https://example.com/", address: PLACES.DE, password: "right" }, "token_missing"],
    [{ page: "https://example.com/", address: PLACES.DE, token: {} }, "password_required"],
    [
      { page: "https://example.com/", address: PLACES.DE, token: {}, password: "right", others: 1 },
      "too_many_sessions",
    ],
  ],
);

/** Decisions that the domain, the simulator and the edge are tested with. */
export const DECISION_ROWS: readonly DecisionRow[] = rows;

/** What a row leaves open. */
export const USUAL_REQUEST = {
  page: "https://example.com/",
  address: PLACES.nowhere,
  agent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140",
} as const;
