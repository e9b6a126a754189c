import { describe, expect, test } from "vitest";
import { decide, type TokenState } from "./decide.ts";
import { COUNTRY_OF, DECISION_ROWS, USUAL_REQUEST, type RowRequest } from "./fixtures.ts";
import { OPEN_POLICY } from "./policy.ts";
import { REASONS, RULES } from "./reasons.ts";

const NOW = 1_800_000_000;
const HASH = "abcdefgh";
const PLAYLIST = "listlist";
const ITEMS = {
  video: { video: HASH, playlist: null },
  playlist: { video: null, playlist: PLAYLIST },
  listed: { video: HASH, playlist: PLAYLIST },
} as const;

function tokenOf(token: RowRequest["token"]): TokenState {
  if (token === undefined) return { state: "none" };
  if (typeof token === "string") return { state: "invalid", why: "It is no token." };
  const { key = "active", exp = 3_600, nbf, video = "this", playlist, ...claims } = token;
  if (key !== "active") return { state: "invalid", why: "No active key made it." };
  return {
    state: "verified",
    claims: {
      ...claims,
      exp: NOW + exp,
      ...(nbf === undefined ? {} : { nbf: NOW + nbf }),
      ...(video === "none" ? {} : { video: video === "this" ? HASH : "otherone" }),
      ...(playlist === undefined ? {} : { playlist: playlist === "this" ? PLAYLIST : "otherlist" }),
    },
  };
}

function decideRow(policy = OPEN_POLICY, request: RowRequest = {}) {
  const address = request.address ?? USUAL_REQUEST.address;
  return decide(policy, {
    page: request.page === undefined ? USUAL_REQUEST.page : request.page,
    ownHosts: ["localhost:4000"],
    country: COUNTRY_OF[address] ?? null,
    address,
    agent: request.agent ?? USUAL_REQUEST.agent,
    token: tokenOf(request.token),
    password: request.password ?? "none",
    otherSessions: request.others ?? 0,
    item: ITEMS[request.item ?? "video"],
    at: NOW,
  });
}

test("the table has at least 150 decisions, each named once, and every reason", () => {
  expect(DECISION_ROWS.length).toBeGreaterThanOrEqual(150);
  expect(new Set(DECISION_ROWS.map(({ name }) => name)).size).toBe(DECISION_ROWS.length);
  expect(new Set(DECISION_ROWS.map(({ reason }) => reason))).toEqual(new Set([null, ...Object.keys(REASONS)]));
});

describe("a decision", () => {
  test.each(DECISION_ROWS.map((row) => [row.name, row] as const))("%s", (_, { policy, request, reason }) => {
    const decision = decideRow(policy, request);
    expect(decision.reason).toBe(reason);
    expect(decision.allowed).toBe(reason === null);
    expect(decision.trace.map(({ rule }) => rule)).toEqual(RULES);
    const stops = decision.trace.filter(({ verdict }) => verdict === "stopped").map(({ rule }) => rule);
    expect(stops).toEqual(reason === null ? [] : [REASONS[reason].rule]);
  });
});

test("nothing is checked after the rule that stops a request", () => {
  const policy = { ...OPEN_POLICY, referrers: { mode: "only" as const, entries: [], empty: false }, signed: true };
  expect(decideRow(policy).trace.map(({ verdict }) => verdict)).toEqual([
    "stopped",
    ...Array.from({ length: RULES.length - 1 }, () => "unreached"),
  ]);
});
