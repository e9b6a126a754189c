import { createHash, randomBytes } from "node:crypto";
import { decide, type TokenClaims } from "@kinora/domain/restrictions/decide.ts";
import { REASONS, refusalText, type Reason } from "@kinora/domain/restrictions/reasons.ts";
import { frameAncestors } from "@kinora/domain/restrictions/referrers.ts";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";
import {
  findVerifyingKeys,
  isVerifying,
  readViewerToken,
  type VerifyingKey,
} from "../../platform/access/viewer-token.ts";
import {
  clientAddress,
  trustRanges,
  type IsTrusted,
  type ReceivedRequest,
} from "../../platform/http/client-address.ts";
import type { CountryDatabase } from "../../platform/http/countries.ts";
import { RecentValues } from "../../platform/process/recent-values.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { Admission, BareAnswer, GatedItem, GatedPlaylist, AccessRequest, Listed } from "./admission.ts";
import { withoutQuery } from "./page-address.ts";
import { PasswordCheck } from "./password-check.ts";
import { findAppliedProfile, NO_PROFILE, type AppliedProfile } from "./profiles.ts";
import type { PlaybackRecords } from "./records.ts";
import { isSeen } from "./seen-request.ts";
import { ViewerCount } from "./viewer-count.ts";
import { readViewerPass, signViewerPass, type ViewerPass } from "./viewer-pass.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** As long as videos play while the database is unavailable. */
const AWAY_MS = 3_600_000;
const MAXIMUM_PROFILES = 5_000;
const MAXIMUM_DECISIONS = 20_000;
const HOUR_SECONDS = 3_600;
const PASS_HOURS = 6;
const PASSWORD_PAGE_HOURS = 1;

/** Decides who may play restricted videos and livestreams, and see restricted playlists, on this edge. */
export class Gate {
  readonly #services: Services;
  readonly #geo: CountryDatabase;
  readonly #isTrusted: IsTrusted;
  readonly #records: PlaybackRecords;
  readonly #passwords = new PasswordCheck();
  readonly #profiles: RecentValues<AppliedProfile>;
  readonly #keys: RecentValues<VerifyingKey[]>;
  readonly #decisions = new LRUCache<string, { until: number; reason: Reason | null }>({ max: MAXIMUM_DECISIONS });
  readonly #viewers: ViewerCount;
  readonly #ownHosts: string[];
  readonly #ownOrigins: string[];

  constructor(services: Services, geo: CountryDatabase, records: PlaybackRecords) {
    const { db, config, secrets } = services;
    const recent = { freshMs: FRESH_MS, patienceMs: PATIENCE_MS, staleMs: AWAY_MS, now: () => performance.now() };
    this.#services = services;
    this.#geo = geo;
    this.#records = records;
    this.#viewers = new ViewerCount(db);
    this.#isTrusted = trustRanges(config.trustedProxies);
    this.#profiles = new RecentValues({
      ...recent,
      load: (id) => findAppliedProfile(db, id),
      maximumValues: MAXIMUM_PROFILES,
    });
    this.#keys = new RecentValues({
      ...recent,
      load: (id) => findVerifyingKeys(db, secrets.encryptionKey, Number(id)),
      maximumValues: MAXIMUM_PROFILES,
    });
    const console = new URL(config.urls.console);
    this.#ownHosts = [console.host];
    this.#ownOrigins = [console.origin];
  }

  /** Decides about the first request of a viewer and page. */
  async admit(item: GatedItem, request: ReceivedRequest, asked: AccessRequest): Promise<Admission> {
    const profile = await this.#profileOf(item);
    return profile.open ? { kind: "open" } : this.#admit(item, profile, request, asked);
  }

  /** Like `admit` for a request that no viewer stays for: a picture, or a page around the player. It is none of a token's viewers. */
  async admitVisit(item: GatedItem, request: ReceivedRequest, asked: AccessRequest): Promise<Admission> {
    return this.#endVisit(item.hash, await this.admit(item, request, asked));
  }

  /**
   * Decides about the page of a playlist. A token that comes along is in the pass also where nothing restricts the page:
   * videos of the playlist may need it.
   */
  async admitPlaylist(
    { profileId, ...list }: GatedPlaylist,
    request: ReceivedRequest,
    asked: AccessRequest,
    stay: "viewer" | "visit",
  ): Promise<Admission> {
    const item = { ...list, kind: "playlist" as const, profileId: profileId ?? NO_PROFILE.id, durationSeconds: null };
    const profile = profileId === null ? NO_PROFILE : await this.#profileOf(item);
    if (profile.open && asked.token === null) return { kind: "open" };
    const admission = await this.#admit(item, profile, request, asked);
    return stay === "visit" ? this.#endVisit(list.hash, admission) : admission;
  }

  /** Decides about a later request of a playlist's page. Null: `text` is no pass for this playlist. */
  async recheckPlaylist(
    { profileId, ...list }: GatedPlaylist,
    request: ReceivedRequest,
    text: string,
  ): Promise<Admission | null> {
    if (profileId === null) return { kind: "open" };
    return this.recheck({ ...list, kind: "playlist", profileId, durationSeconds: null }, request, text);
  }

  /** Whether a profile refuses nobody. */
  async isOpen(profileId: number | null): Promise<boolean> {
    return profileId === null || ((await this.#profiles.get(String(profileId)))?.open ?? false);
  }

  /** Whether segments are sent encrypted to the viewers of a profile; not to holders of a member's pass, who have none. */
  async encrypts(profileId: number | null): Promise<boolean> {
    return profileId !== null && ((await this.#profiles.get(String(profileId)))?.policy.encrypted ?? false);
  }

  /** Decides about the first request for a video on the page of a playlist, by what that page was admitted with. */
  async admitListed(item: GatedItem, request: ReceivedRequest, { playlist, held, page }: Listed): Promise<Admission> {
    const profile = await this.#profileOf(item);
    if (profile.open) return { kind: "open" };
    const pass = this.#listedPass(item, { playlist, held, page });
    const reason = await this.#redecide(item, request, pass, profile);
    if (reason === null) return this.#admitted(item, profile, pass);
    if (reason !== "password_required") this.#deny(item, request, pass.page, profile, reason);
    return {
      kind: "refused",
      reason,
      message: profile.message || refusalText(reason),
      picture: profile.picture,
      ticket: null,
    };
  }

  /**
   * The pass of a video that a playlist lists for this request (`answerTo`), as admission on the playlist's page gives it; null
   * where the video needs none. Who holds it is a viewer once they use it: every use is decided again.
   */
  async passOfListed(item: GatedItem, listed: Listed): Promise<string | null> {
    if (await this.isOpen(item.profileId)) return null;
    return signViewerPass(this.#services.secrets.playbackKey, "viewer", item.hash, this.#listedPass(item, listed));
  }

  #listedPass(item: GatedItem, { playlist, held, page }: Listed): ViewerPass {
    return {
      expiresAt: passEnd(this.#services.clock.now(), item, held?.token?.claims ?? null),
      // One viewer of a token, however many videos of the playlist they play.
      session: held?.session ?? newSession(),
      page: held ? held.page : withoutQuery(page),
      token: held?.token ?? null,
      password: held?.password ?? null,
      playlist,
    };
  }

  async #admit(
    item: GatedItem,
    profile: AppliedProfile,
    request: ReceivedRequest,
    asked: AccessRequest,
  ): Promise<Admission> {
    const now = this.#services.clock.now();
    const token = await readViewerToken(asked.token, await this.#keysOf(item.projectId), now);
    if (token.keyId !== null) this.#records.used(token.keyId);
    const password = await this.#passwords.check(profile, asked.password, this.#addressOf(request));
    const pass: ViewerPass = {
      expiresAt: passEnd(now, item, token.state === "verified" ? token.claims : null),
      session: newSession(),
      page: withoutQuery(asked.page),
      token:
        token.state === "verified" && token.keyId !== null
          ? { keyId: token.keyId, claims: token.claims, use: token.use }
          : null,
      password: password === "right" ? { profileId: profile.id, version: profile.passwordVersion } : null,
      playlist: null,
    };
    const seen = this.#seen(request, pass);
    const decision = decide(profile.policy, { ...seen, item: playedOf(item, pass), token, password, otherSessions: 0 });
    const reason = decision.reason ?? (await this.#tooMany(profile, pass, request));
    if (reason === null) return this.#admitted(item, profile, pass);
    const text = refusalText(reason, item.kind === "playlist");
    const asks = REASONS[reason].rule === "password";
    if (reason !== "password_required") this.#deny(item, request, pass.page, profile, reason);
    return {
      kind: "refused",
      reason,
      message: asks ? text : profile.message || text,
      picture: asks ? null : profile.picture,
      ticket: asks ? this.#ticket(item, asked.page, now) : null,
    };
  }

  /**
   * What a profile answers to a request for a video on a playlist's page: it passes `everyone`, or this request, or not.
   * Nothing is recorded. It refuses when the profile was deleted a moment ago.
   */
  async answerTo(
    profileId: number,
    request: ReceivedRequest,
    { playlist, held, page }: Listed & { playlist: string },
    video: string,
  ): Promise<BareAnswer> {
    const profile = await this.#profiles.get(String(profileId));
    if (!profile) return "refused";
    if (profile.open) return "everyone";
    const { reason } = decide(profile.policy, {
      ...this.#seen(request, held ?? { page: withoutQuery(page) }),
      item: { video, playlist },
      token: held?.token ? { state: "verified", claims: held.token.claims } : { state: "none" },
      password: held && knowsPassword(held, profile) ? "right" : "none",
      otherSessions: 0,
    });
    return reason === null ? "passed" : "refused";
  }

  /** Decides about a later request, which carries the pass of the first. Null: `text` is no pass for this item. */
  async recheck(item: GatedItem, request: ReceivedRequest, text: string): Promise<Admission | null> {
    const profile = await this.#profileOf(item);
    if (profile.open) return { kind: "open" };
    const pass = readViewerPass(this.#services.secrets.playbackKey, "viewer", item.hash, text);
    if (!pass || pass.expiresAt * 1_000 <= this.#services.clock.now().getTime()) return null;
    // As long as a digest, however long the user agent is.
    const seen = `${profile.revision} ${this.#addressOf(request)} ${agentOf(request)} ${text}`;
    const known = createHash("sha256").update(seen).digest("base64");
    const decided = this.#decisions.get(known);
    const reason =
      decided && decided.until > performance.now()
        ? decided.reason
        : await this.#redecide(item, request, pass, profile);
    // What nobody sees counts no viewer, and says nothing of the next request.
    if ((!decided || decided.until <= performance.now()) && isSeen(request))
      this.#decisions.set(known, { reason, until: performance.now() + FRESH_MS });
    if (reason === null) return this.#admitted(item, profile, pass, text);
    this.#deny(item, request, pass.page, profile, reason);
    const { message, picture } = profile;
    const usual = refusalText(reason, item.kind === "playlist");
    return { kind: "refused", reason, message: message || usual, picture, ticket: null };
  }

  /** The page that a password form was shown on; undefined when the ticket is not one of this item. */
  pageOfTicket(hash: string, ticket: string): { page: string | null } | undefined {
    const pass = readViewerPass(this.#services.secrets.playbackKey, "password", hash, ticket);
    return pass && pass.expiresAt * 1_000 > this.#services.clock.now().getTime() ? { page: pass.page } : undefined;
  }

  /** A viewer's pass for an item; null when it is none, or has expired. */
  heldPass(hash: string, text: string): ViewerPass | null {
    const pass = readViewerPass(this.#services.secrets.playbackKey, "viewer", hash, text);
    return pass && pass.expiresAt * 1_000 > this.#services.clock.now().getTime() ? pass : null;
  }

  /** The session of a pass; null when it is not one of this item. */
  sessionOf(hash: string, text: string): string | null {
    return readViewerPass(this.#services.secrets.playbackKey, "viewer", hash, text)?.session ?? null;
  }

  /** The page that a pass was given out for; null without one, or when it is not a pass of this item. */
  pageOfPass(hash: string, text: string): string | null {
    return readViewerPass(this.#services.secrets.playbackKey, "viewer", hash, text)?.page ?? null;
  }

  /** Ends a session: its viewer closed the page. */
  leave(session: string): Promise<void> {
    return this.#viewers.leave(session);
  }

  /** What the records keep of a viewer. */
  viewerOf(request: ReceivedRequest): { address: string; country: string | null; agent: string } {
    const address = this.#addressOf(request);
    return { address, country: this.#geo.of(address), agent: agentOf(request) };
  }

  async #redecide(
    item: GatedItem,
    request: ReceivedRequest,
    pass: ViewerPass,
    profile: AppliedProfile,
  ): Promise<Reason | null> {
    const keys = await this.#keysOf(item.projectId);
    const now = this.#services.clock.now();
    const isKeyActive = keys.some((key) => key.id === pass.token?.keyId && isVerifying(key, now));
    const { reason } = decide(profile.policy, {
      ...this.#seen(request, pass),
      item: playedOf(item, pass),
      token:
        pass.token === null
          ? { state: "none" }
          : isKeyActive
            ? { state: "verified", claims: pass.token.claims }
            : { state: "invalid", why: "The signing key is revoked." },
      password: knowsPassword(pass, profile) ? "right" : "none",
      otherSessions: 0,
    });
    return reason ?? (await this.#tooMany(profile, pass, request));
  }

  #admitted(item: GatedItem, profile: AppliedProfile, pass: ViewerPass, text?: string): Admission {
    return {
      kind: "admitted",
      pass: text ?? signViewerPass(this.#services.secrets.playbackKey, "viewer", item.hash, pass),
      frameAncestors: frameAncestors(profile.policy, this.#ownOrigins),
      signed: pass.token !== null,
    };
  }

  async #endVisit(hash: string, admission: Admission): Promise<Admission> {
    const session = admission.kind === "admitted" && admission.signed ? this.sessionOf(hash, admission.pass) : null;
    if (session !== null) await this.leave(session);
    return admission;
  }

  #seen(request: ReceivedRequest, { page }: Pick<ViewerPass, "page">) {
    return {
      page,
      ownHosts: this.#ownHosts,
      ...this.viewerOf(request),
      at: Math.floor(this.#services.clock.now().getTime() / 1_000),
    };
  }

  async #tooMany({ policy }: AppliedProfile, pass: ViewerPass, request: ReceivedRequest): Promise<Reason | null> {
    return isSeen(request) && (await this.#viewers.isOneTooMany(policy, pass)) ? "too_many_sessions" : null;
  }

  #ticket(item: GatedItem, page: string | null, now: Date): string {
    return signViewerPass(this.#services.secrets.playbackKey, "password", item.hash, {
      expiresAt: Math.floor(now.getTime() / 1_000) + PASSWORD_PAGE_HOURS * HOUR_SECONDS,
      session: "",
      page: withoutQuery(page),
      token: null,
      password: null,
      playlist: null,
    });
  }

  #deny(item: GatedItem, request: ReceivedRequest, page: string | null, profile: AppliedProfile, reason: Reason): void {
    this.#records.denied({ item, page, ...this.viewerOf(request), profileId: profile.id, reason });
  }

  #addressOf = (request: ReceivedRequest) => clientAddress(request, this.#isTrusted);

  /** @throws Refusal `unavailable` when the profile was deleted a moment ago: the item has another one after two seconds. */
  async #profileOf({ profileId }: GatedItem): Promise<AppliedProfile> {
    const profile = await this.#profiles.get(String(profileId));
    if (!profile)
      throw new Refusal("unavailable", "The rules for this video are changing. Try again.", { retryAfterSeconds: 2 });
    return profile;
  }

  #keysOf = async (projectId: number) => (await this.#keys.get(String(projectId))) ?? [];
}

const newSession = () => randomBytes(12).toString("base64url");

/** What is to be played. Only a video that was admitted on a playlist's page is within one. */
const playedOf = ({ kind, hash }: GatedItem, { playlist }: ViewerPass) =>
  kind === "playlist" ? { video: null, playlist: hash } : { video: hash, playlist };

/** Whether the profile's password, as it is now, was entered. */
const knowsPassword = ({ password }: ViewerPass, { id, passwordVersion }: AppliedProfile): boolean =>
  password?.profileId === id && password.version === passwordVersion;

/** The whole text, which the limit of a request's headers bounds: rules look at all of it. */
const agentOf = ({ headers }: ReceivedRequest) => headers["user-agent"] ?? "";

/** A pass lasts some hours and the length of the video, and no longer than its token. Seconds since 1970. */
function passEnd(now: Date, { durationSeconds }: GatedItem, claims: TokenClaims | null): number {
  const usual = Math.floor(now.getTime() / 1_000 + PASS_HOURS * HOUR_SECONDS + (durationSeconds ?? 0));
  return claims ? Math.min(usual, claims.exp) : usual;
}
