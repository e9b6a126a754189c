import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { decide, sessionLimit, type TokenClaims } from "@kinora/domain/restrictions/decide.ts";
import { REASONS, type Reason } from "@kinora/domain/restrictions/reasons.ts";
import { frameAncestors } from "@kinora/domain/restrictions/referrers.ts";
import { LRUCache } from "lru-cache";
import type { Services } from "../../context.ts";
import {
  findVerifyingKeys,
  isVerifying,
  readViewerToken,
  type VerifyingKey,
} from "../../platform/access/viewer-token.ts";
import { clientAddress, trustRanges, type IsTrusted } from "../../platform/http/client-address.ts";
import type { CountryDatabase } from "../../platform/http/countries.ts";
import { Refusal } from "../../platform/refusal.ts";
import { RecentValues } from "../recent-values.ts";
import { PasswordCheck } from "./password-check.ts";
import { findAppliedProfile, type AppliedProfile } from "./profiles.ts";
import type { PlaybackRecords } from "./records.ts";
import { countOthers, endSession } from "./sessions.ts";
import { readViewerPass, signViewerPass, type ViewerPass } from "./viewer-pass.ts";

const FRESH_MS = 2_000;
const PATIENCE_MS = 1_000;
/** As long as videos play while the database is unavailable. */
const AWAY_MS = 3_600_000;
const MAXIMUM_PROFILES = 5_000;
const MAXIMUM_DECISIONS = 20_000;
/** How often a viewer among a limited number is counted again. */
const COUNTED_MS = 10_000;
const HOUR_SECONDS = 3_600;
const PASS_HOURS = 6;
const PASSWORD_PAGE_HOURS = 1;
const LONGEST_PAGE = 400;

/** What is to be played, and under which profile. */
export interface GatedItem {
  kind: "video" | "stream";
  id: number;
  hash: string;
  projectId: number;
  profileId: number;
  durationSeconds: number | null;
}

/** What a first request says of itself; everything else is read from its headers. */
export interface Knock {
  /** A signed playback token. */
  token: string | null;
  /** URL of the page, or null without one. */
  page: string | null;
  /** What was typed as the password. */
  password?: string;
}

/** The answer to a request for a restricted item. */
export type Admission =
  /** The profile refuses nobody: no pass is needed. */
  | { kind: "open" }
  | { kind: "admitted"; pass: string; frameAncestors: string; signed: boolean }
  /** `picture` is the public name of the profile's picture; `ticket` opens the password form. */
  | { kind: "refused"; reason: Reason; message: string; picture: string | null; ticket: string | null };

/** What a profile answers to a request without token and password. */
export type BareAnswer = "everyone" | "passed" | "refused";

/** Decides who may play restricted videos and livestreams on this edge. */
export class Gate {
  readonly #services: Services;
  readonly #geo: CountryDatabase;
  readonly #isTrusted: IsTrusted;
  readonly #records: PlaybackRecords;
  readonly #passwords = new PasswordCheck();
  readonly #profiles: RecentValues<AppliedProfile>;
  readonly #keys: RecentValues<VerifyingKey[]>;
  readonly #decisions = new LRUCache<string, { until: number; reason: Reason | null }>({ max: MAXIMUM_DECISIONS });
  readonly #counted = new LRUCache<string, { until: number; others: number }>({ max: MAXIMUM_DECISIONS });
  readonly #ownHosts: string[];
  readonly #ownOrigins: string[];

  constructor(services: Services, geo: CountryDatabase, records: PlaybackRecords) {
    const { db, config, secrets } = services;
    const recent = { freshMs: FRESH_MS, patienceMs: PATIENCE_MS, staleMs: AWAY_MS, now: () => performance.now() };
    this.#services = services;
    this.#geo = geo;
    this.#records = records;
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
  async admit(item: GatedItem, request: IncomingMessage, knock: Knock): Promise<Admission> {
    const profile = await this.#profileOf(item);
    if (profile.open) return { kind: "open" };
    const now = this.#services.clock.now();
    const token = await readViewerToken(knock.token, await this.#keysOf(item.projectId), now);
    if (token.keyId !== null) this.#records.used(token.keyId);
    const session = randomBytes(12).toString("base64url");
    const password = await this.#passwords.check(profile, knock.password, this.#addressOf(request));
    const pass: ViewerPass = {
      expiresAt: passEnd(now, item, token.state === "verified" ? token.claims : null),
      session,
      page: withoutQuery(knock.page),
      token:
        token.state === "verified" && token.keyId !== null
          ? { keyId: token.keyId, claims: token.claims, use: token.use }
          : null,
      password: password === "right" ? { profileId: profile.id, version: profile.passwordVersion } : null,
    };
    const seen = this.#seen(item.hash, request, pass);
    const decision = decide(profile.policy, { ...seen, token, password, otherSessions: 0 });
    const reason = decision.reason ?? (await this.#tooMany(profile, pass));
    if (reason === null) {
      const signed = signViewerPass(this.#services.secrets.playbackKey, "viewer", item.hash, pass);
      const ancestors = frameAncestors(profile.policy, this.#ownOrigins);
      return { kind: "admitted", pass: signed, frameAncestors: ancestors, signed: pass.token !== null };
    }
    const asks = REASONS[reason].rule === "password";
    if (reason !== "password_required") this.#deny(item, request, pass.page, profile, reason);
    return {
      kind: "refused",
      reason,
      message: asks ? REASONS[reason].text : profile.message || REASONS[reason].text,
      picture: asks ? null : profile.picture,
      ticket: asks ? this.#ticket(item, knock.page, now) : null,
    };
  }

  /**
   * What a profile answers to a request that has neither token nor password: it passes `everyone`, or this request, or
   * not. Nothing is recorded. It refuses when the profile was deleted a moment ago.
   */
  async answerTo(profileId: number, request: IncomingMessage, page: string | null): Promise<BareAnswer> {
    const profile = await this.#profiles.get(String(profileId));
    if (!profile) return "refused";
    if (profile.open) return "everyone";
    const { reason } = decide(profile.policy, {
      ...this.#seen("", request, { page: withoutQuery(page), token: null }),
      token: { state: "none" },
      password: "none",
      otherSessions: 0,
    });
    return reason === null ? "passed" : "refused";
  }

  /** Decides about a later request, which carries the pass of the first. Null: `text` is no pass for this item. */
  async recheck(item: GatedItem, request: IncomingMessage, text: string): Promise<Admission | null> {
    const profile = await this.#profileOf(item);
    if (profile.open) return { kind: "open" };
    const pass = readViewerPass(this.#services.secrets.playbackKey, "viewer", item.hash, text);
    if (!pass || pass.expiresAt * 1_000 <= this.#services.clock.now().getTime()) return null;
    const admitted: Admission = {
      kind: "admitted",
      pass: text,
      frameAncestors: frameAncestors(profile.policy, this.#ownOrigins),
      signed: pass.token !== null,
    };
    const known = `${profile.revision} ${this.#addressOf(request)} ${agentOf(request)} ${text}`;
    const decided = this.#decisions.get(known);
    const reason =
      decided && decided.until > performance.now()
        ? decided.reason
        : await this.#redecide(item, request, pass, profile);
    if (!decided || decided.until <= performance.now())
      this.#decisions.set(known, { reason, until: performance.now() + FRESH_MS });
    if (reason === null) return admitted;
    this.#deny(item, request, pass.page, profile, reason);
    const { message, picture } = profile;
    return { kind: "refused", reason, message: message || REASONS[reason].text, picture, ticket: null };
  }

  /** The page that a password form was shown on; undefined when the ticket is not one of this item. */
  pageOfTicket(hash: string, ticket: string): { page: string | null } | undefined {
    const pass = readViewerPass(this.#services.secrets.playbackKey, "password", hash, ticket);
    return pass && pass.expiresAt * 1_000 > this.#services.clock.now().getTime() ? { page: pass.page } : undefined;
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
    this.#counted.delete(session);
    return endSession(this.#services.db, session);
  }

  /** What the records keep of a viewer. */
  viewerOf(request: IncomingMessage): { address: string; country: string | null; agent: string } {
    const address = this.#addressOf(request);
    return { address, country: this.#geo.of(address), agent: agentOf(request) };
  }

  async #redecide(
    item: GatedItem,
    request: IncomingMessage,
    pass: ViewerPass,
    profile: AppliedProfile,
  ): Promise<Reason | null> {
    const keys = await this.#keysOf(item.projectId);
    const now = this.#services.clock.now();
    const isKeyActive = keys.some((key) => key.id === pass.token?.keyId && isVerifying(key, now));
    const { reason } = decide(profile.policy, {
      ...this.#seen(item.hash, request, pass),
      token:
        pass.token === null
          ? { state: "none" }
          : isKeyActive
            ? { state: "verified", claims: pass.token.claims }
            : { state: "invalid", why: "The signing key is revoked." },
      password:
        pass.password?.profileId === profile.id && pass.password.version === profile.passwordVersion ? "right" : "none",
      otherSessions: 0,
    });
    return reason ?? (await this.#tooMany(profile, pass));
  }

  #seen(hash: string, request: IncomingMessage, pass: Pick<ViewerPass, "page" | "token">) {
    return {
      page: pass.page,
      ownHosts: this.#ownHosts,
      ...this.viewerOf(request),
      item: { video: hash, playlist: pass.token?.claims.playlist ?? null },
      at: Math.floor(this.#services.clock.now().getTime() / 1_000),
    };
  }

  /** Counts the viewer among those of the token where their number is limited. */
  async #tooMany(profile: AppliedProfile, pass: ViewerPass): Promise<Reason | null> {
    if (!profile.policy.signed || pass.token === null) return null;
    const { claims, use } = pass.token;
    const most = sessionLimit(profile.policy.sessions, { state: "verified", claims });
    if (most === null) return null;
    const known = this.#counted.get(pass.session);
    const isRecent = known !== undefined && known.until > performance.now();
    const others = isRecent ? known.others : await countOthers(this.#services.db, use, pass.session, most);
    if (!isRecent) this.#counted.set(pass.session, { others, until: performance.now() + COUNTED_MS });
    return others < most ? null : "too_many_sessions";
  }

  #ticket(item: GatedItem, page: string | null, now: Date): string {
    return signViewerPass(this.#services.secrets.playbackKey, "password", item.hash, {
      expiresAt: Math.floor(now.getTime() / 1_000) + PASSWORD_PAGE_HOURS * HOUR_SECONDS,
      session: "",
      page: withoutQuery(page),
      token: null,
      password: null,
    });
  }

  #deny(item: GatedItem, request: IncomingMessage, page: string | null, profile: AppliedProfile, reason: Reason): void {
    this.#records.denied({ item, page, ...this.viewerOf(request), profileId: profile.id, reason });
  }

  #addressOf = (request: IncomingMessage) => clientAddress(request, this.#isTrusted);

  /** @throws Refusal `unavailable` when the profile was deleted a moment ago: the item has another one after two seconds. */
  async #profileOf({ profileId }: GatedItem): Promise<AppliedProfile> {
    const profile = await this.#profiles.get(String(profileId));
    if (!profile)
      throw new Refusal("unavailable", "The rules for this video are changing. Try again.", { retryAfterSeconds: 2 });
    return profile;
  }

  #keysOf = async (projectId: number) => (await this.#keys.get(String(projectId))) ?? [];
}

const agentOf = ({ headers }: IncomingMessage) => (headers["user-agent"] ?? "").slice(0, 300);

/** A pass lasts some hours and the length of the video, and no longer than its token. Seconds since 1970. */
function passEnd(now: Date, { durationSeconds }: GatedItem, claims: TokenClaims | null): number {
  const usual = Math.floor(now.getTime() / 1_000 + PASS_HOURS * HOUR_SECONDS + (durationSeconds ?? 0));
  return claims ? Math.min(usual, claims.exp) : usual;
}

/** A page's origin and path, cut to 400 characters. Queries hold what is nobody's business: search words, sessions of other sites. */
export function withoutQuery(page: string): string;
export function withoutQuery(page: string | null): string | null;
export function withoutQuery(page: string | null): string | null {
  if (page === null) return null;
  const { origin, pathname } = URL.canParse(page) ? new URL(page) : { origin: "null", pathname: "" };
  // Pages are stored: a text of PostgreSQL has no NUL.
  return (origin === "null" ? page.replaceAll("\0", "") : origin + pathname).slice(0, LONGEST_PAGE);
}
