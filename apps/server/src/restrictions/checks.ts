import { decide, type PlaybackRequest, type TokenState } from "@kinora/domain/restrictions/decide.ts";
import type { RestrictionPolicy } from "@kinora/domain/restrictions/policy.ts";
import { REASONS, refusalText, type Reason } from "@kinora/domain/restrictions/reasons.ts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { findVerifyingKeys, readViewerToken } from "../platform/access/viewer-token.ts";
import type { InputOf } from "../platform/http/input-of.ts";
import { lockRow } from "../platform/nouns/noun.ts";
import { playbackPasswordMatches } from "../platform/secrets/playback-password.ts";
import { PROFILE } from "./profile-rows.ts";

const DRY_RUN_DAYS = 7;
/** The newest loads that a dry run looks at. */
export const DRY_RUN_LOADS = 20_000;
const SHOWN = 10;

/** A request as a person describes it. */
type DescribedRequest = Omit<InputOf<"restrictions", "simulateRestriction">, "policy">;

/** What the edge would decide about a request, under the saved rules or a draft. @throws Refusal `not_found`. */
export async function simulate(
  context: Context,
  grant: ProjectGrant,
  id: number,
  described: DescribedRequest,
  draft: RestrictionPolicy | undefined,
) {
  const { db, secrets, countries, clock, config } = context;
  const profile = await findProfile(context, grant, id);
  const keys = await findVerifyingKeys(db, secrets.encryptionKey, grant.projectId);
  const now = clock.now();
  const token = await readViewerToken(described.token ?? null, keys, now);
  const address = described.address ?? "";
  const country = described.country ?? (address === "" ? null : (await countries.open()).of(address));
  const item = itemOf(described, token);
  const decision = decide(draft ?? profile.policy, {
    page: described.page ?? null,
    ownHosts: [new URL(config.urls.console).host],
    country,
    address,
    agent: described.agent,
    token,
    password: await checkPassword(profile.password_hash, described.password),
    otherSessions: described.other_sessions,
    item,
    at: Math.floor(now.getTime() / 1_000),
  });
  const isPassword = decision.reason !== null && REASONS[decision.reason].rule === "password";
  const usual = decision.reason && refusalText(decision.reason, item.video === null);
  return { ...decision, country, message: usual && ((!isPassword && profile.message) || usual) };
}

/** What is to be played: as described, or what the token is for. */
function itemOf({ video, playlist }: DescribedRequest, token: TokenState): PlaybackRequest["item"] {
  const claims: Pick<DescribedRequest, "video" | "playlist"> = token.state === "verified" ? token.claims : {};
  const named = video === undefined && playlist === undefined ? claims : { video, playlist };
  if (named.video === undefined && named.playlist !== undefined) return { video: null, playlist: named.playlist };
  return { video: named.video ?? "", playlist: named.playlist ?? null };
}

/**
 * How many player loads of the last seven days a profile would refuse, looking at the newest 20,000 of the project. Rules
 * that a recorded load cannot show are taken as met: a password, and the number of viewers of a token. Addresses were
 * stored without their last part, so ranges narrower than that part match by its first address.
 * @throws Refusal `not_found`.
 */
export async function dryRun(context: Context, grant: ProjectGrant, id: number, draft: RestrictionPolicy | undefined) {
  const profile = await findProfile(context, grant, id);
  const policy = draft ?? profile.policy;
  const own = new URL(context.config.urls.console).host;
  const { rows: loads } = await sql<{
    page: string | null;
    country: string | null;
    address: string;
    agent: string;
    signed: boolean;
    loads: number;
    since: Date;
  }>`
    select page, country, address, agent, signed, count(*)::int as loads, min(at) as since from (
      select page, country, address, agent, signed, at from recent_loads
      where project_id = ${grant.projectId} and at > now() - make_interval(days => ${DRY_RUN_DAYS})
      order by id desc limit ${DRY_RUN_LOADS}) newest
    group by page, country, address, agent, signed`.execute(context.db);
  const reasons = new Map<Reason, number>();
  const pages = new Map<string | null, number>();
  for (const load of loads) {
    const { reason } = decide(policy, recorded(load, own));
    if (reason === null) continue;
    reasons.set(reason, (reasons.get(reason) ?? 0) + load.loads);
    const host = load.page?.split("/")[0] ?? null;
    pages.set(host, (pages.get(host) ?? 0) + load.loads);
  }
  const total = loads.reduce((sum, load) => sum + load.loads, 0);
  const byLoads = <Key>(counted: Map<Key, number>) => [...counted].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN);
  return {
    loads: total,
    denied: [...reasons.values()].reduce((sum, count) => sum + count, 0),
    since: loads.reduce<Date | null>((oldest, { since }) => (oldest === null || since < oldest ? since : oldest), null),
    sampled: total >= DRY_RUN_LOADS,
    reasons: byLoads(reasons).map(([reason, count]) => ({ reason, loads: count })),
    pages: byLoads(pages).map(([page, count]) => ({ page, loads: count })),
  };
}

const recorded = (
  load: { page: string | null; country: string | null; address: string; agent: string; signed: boolean },
  ownHost: string,
): PlaybackRequest => ({
  page: load.page === null ? null : `https://${load.page}`,
  ownHosts: [ownHost],
  country: load.country,
  address: load.address,
  agent: load.agent,
  token: load.signed ? { state: "verified", claims: { video: "", exp: 1 } } : { state: "none" },
  password: "right",
  otherSessions: 0,
  item: { video: "", playlist: null },
  at: 0,
});

const findProfile = (context: Context, { projectId }: ProjectGrant, id: number) =>
  context.db.transaction().execute((tx) => lockRow(tx, PROFILE, { projectId }, id));

async function checkPassword(hash: string | null, typed: string | undefined): Promise<"none" | "wrong" | "right"> {
  if (typed === undefined || typed === "") return "none";
  return hash !== null && (await playbackPasswordMatches(hash, typed)) ? "right" : "wrong";
}
