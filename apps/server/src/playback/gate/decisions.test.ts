import { insertRows } from "@kinora/db/testing-rows.ts";
import {
  COUNTRY_OF,
  DECISION_ROWS,
  USUAL_REQUEST,
  type DecisionRow,
  type RowRequest,
  type RowToken,
} from "@kinora/domain/restrictions/fixtures.ts";
import { isOpen } from "@kinora/domain/restrictions/policy.ts";
import { SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readViewerToken, findVerifyingKeys, SIGNING_SECRET } from "../../platform/access/viewer-token.ts";
import { hashPlaybackPassword } from "../../platform/secrets/playback-password.ts";
import { seal } from "../../platform/secrets/sealed.ts";
import { as } from "../../platform/testing.ts";
import { simulate } from "../../restrictions/checks.ts";
import { sharedProject, ownedBy, addPlaylist } from "../../testing/fixtures.ts";
import { addProfile, assignProfile } from "../../testing/restrictions.ts";
import { anEdge, aRendition, aVideo } from "../testing.ts";

const SECRETS = { active: "the active secret", revoked: "the revoked secret", wrong: "another secret" };
const PASSWORD = "open sesame";

const { services, project, grant } = await sharedProject({ KINORA_CONSOLE_URL: "http://localhost:4000" });
const edge = await anEdge(services);

beforeAll(async () => {
  const { db, secrets } = services;
  await insertRows(
    db,
    "signing_keys",
    (["active", "revoked"] as const).map((kid) => ({
      ...ownedBy(project),
      kid,
      algorithm: "HS256" as const,
      secret: seal(secrets.encryptionKey, SIGNING_SECRET, SECRETS[kid]),
      revoked_at: kid === "revoked" ? new Date() : null,
    })),
  );
});

afterAll(() => edge.app.close());

/** The token a row describes. Each is another one, so that rows do not share its viewers. */
async function aToken(
  token: RowToken | string | undefined,
  hash: string,
  playlistHash: string,
): Promise<string | undefined> {
  if (token === undefined || typeof token === "string") return token;
  const { key = "active", exp = 3_600, nbf, video = "this", playlist, ip, maxSessions } = token;
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({
    ...(video === "none" ? {} : { video: video === "this" ? hash : "anothervideo" }),
    ...(playlist === undefined ? {} : { playlist: playlist === "this" ? playlistHash : "anotherlist" }),
    exp: now + exp,
    ...(nbf === undefined ? {} : { nbf: now + nbf }),
    ...(ip === undefined ? {} : { ip }),
    ...(maxSessions === undefined ? {} : { max_sessions: maxSessions }),
    jti: crypto.randomUUID(),
  })
    .setProtectedHeader({ alg: "HS256", kid: key === "wrong" ? "active" : key })
    .sign(new TextEncoder().encode(key === "unknown" ? "unknown" : SECRETS[key]));
}

const aProfile = async (policy: DecisionRow["policy"], isDefault = false): Promise<number> =>
  addProfile(services, project, policy, { password_hash: await passwordHash, is_default: isDefault });
const passwordHash = hashPlaybackPassword(PASSWORD);

/** A playable video, and a playlist that lists it; one of them, as the row says, is under its policy. */
async function aRestrictedItem({ policy, request }: DecisionRow) {
  const video = await aVideo(services, project);
  await aRendition(services, project, video, { label: "720p" });
  const playlist = await addPlaylist(services, project, { feed: true }, [video]);
  const profileId = await aProfile(policy);
  const of = request.item === "playlist" ? { playlist_id: playlist.id } : { video_id: video.id };
  await assignProfile(services, project, profileId, of);
  return { video, playlist, profileId };
}

async function takeSessions(token: string | undefined, count: number): Promise<void> {
  const { db, secrets } = services;
  const keys = await findVerifyingKeys(db, secrets.encryptionKey, project.projectId);
  const { use } = await readViewerToken(token ?? null, keys, new Date());
  if (count > 0 && use !== "")
    await insertRows(
      db,
      "playback_sessions",
      Array.from({ length: count }, () => ({ id: crypto.randomUUID(), token_key: use })),
    );
}

const headersOf = ({ page, address, agent }: RowRequest) => ({
  ...(page === null ? {} : { referer: page ?? USUAL_REQUEST.page }),
  "x-forwarded-for": address ?? USUAL_REQUEST.address,
  "user-agent": agent ?? USUAL_REQUEST.agent,
});

/** What the edge answers to the request for a page: the reason, or null for a page with a player. */
async function askEdge({ request, policy }: DecisionRow, hash: string, token: string | undefined) {
  const headers = headersOf(request);
  const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
  const first = await edge.app.inject({ url: `/embed/${hash}${query}`, headers });
  const ticket = /name="ticket" value="([^"]+)"/.exec(first.body)?.[1];
  const typed = { right: PASSWORD, wrong: "a wrong one", none: null }[request.password ?? "none"];
  const response =
    ticket === undefined || typed === null
      ? first
      : await edge.app.inject({
          method: "POST",
          url: `/embed/${hash}/password${query}`,
          // A form is sent from our own page: the page around it is known from the ticket.
          headers: {
            ...headers,
            referer: `${edge.url}/embed/${hash}`,
            "content-type": "application/x-www-form-urlencoded",
          },
          payload: new URLSearchParams({ ticket, password: typed }).toString(),
        });
  const reason = response.headers["x-kinora-reason"] ?? null;
  expect(response.statusCode).toBe(reason === null ? 200 : 403);
  if (request.item === "playlist") {
    expect(response.body.includes("&quot;entries&quot;:[{")).toBe(reason === null);
    return reason;
  }
  const master = /&quot;master&quot;:&quot;([^&]+)&quot;/.exec(response.body)?.[1];
  if (reason !== null) expect(master).toBeUndefined();
  else {
    expect(master?.includes("/~")).toBe(!isOpen(policy));
    // Not through the framework: it is not the one that serves media.
    expect((await fetch(edge.url + (master ?? ""), { headers: { ...headers, referer: edge.url } })).status).toBe(200);
  }
  return reason;
}

/** What the edge answers to the request for a feed: the reason, or null for one that lists the video with media that plays. */
async function askFeed({ request }: DecisionRow, playlist: string, hash: string, token: string | undefined) {
  const headers = headersOf(request);
  const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
  const answer = await edge.app.inject({ url: `/feed/${playlist}.xml${query}`, headers });
  if (answer.statusCode === 403) return answer.json<{ code: string }>().code;
  expect(answer.statusCode).toBe(200);
  const master = /url="[^"]*(\/hls\/[^"]*master\.m3u8)"/.exec(answer.body)?.[1];
  expect(answer.body.includes(hash)).toBe(master !== undefined);
  if (master === undefined) return "not listed";
  expect((await fetch(edge.url + master, { headers: { ...headers, referer: edge.url } })).status).toBe(200);
  return null;
}

/** What the edge answers to the page of an open playlist that asks for its restricted video. */
async function askPlaylist({ request }: DecisionRow, playlist: string, hash: string, token: string | undefined) {
  const headers = headersOf(request);
  const query = token === undefined ? "" : `?token=${encodeURIComponent(token)}`;
  const page = await edge.app.inject({ url: `/embed/${playlist}${query}`, headers });
  expect(page.statusCode).toBe(200);
  const pass = /&quot;pass&quot;:&quot;([^&]+)&quot;/.exec(page.body)?.[1];
  const asked = new URLSearchParams({ page: USUAL_REQUEST.page, ...(pass === undefined ? {} : { token: pass }) });
  const answer = await edge.app.inject({ url: `/embed/${playlist}/videos/${hash}.json?${asked.toString()}`, headers });
  const found: { code?: string; master?: string } = answer.json();
  expect(page.body.includes(hash)).toBe(answer.statusCode === 200);
  if (answer.statusCode === 403) return found.code;
  expect((await fetch(edge.url + (found.master ?? ""), { headers: { ...headers, referer: edge.url } })).status).toBe(
    200,
  );
  return null;
}

test.each(DECISION_ROWS.map((row) => [row.name, row] as const))("simulator and edge agree: %s", async (_, row) => {
  const { video, playlist, profileId } = await aRestrictedItem(row);
  const { request } = row;
  const token = await aToken(request.token, video.hash, playlist.hash);
  const address = request.address ?? USUAL_REQUEST.address;
  const simulated = await simulate(
    as(services, project.owner),
    grant,
    profileId,
    {
      page: request.page === null ? undefined : (request.page ?? USUAL_REQUEST.page),
      address,
      agent: request.agent ?? USUAL_REQUEST.agent,
      token,
      ...(request.item === "playlist" ? {} : { video: video.hash }),
      ...(request.item === undefined ? {} : { playlist: playlist.hash }),
      password: { right: PASSWORD, wrong: "a wrong one", none: undefined }[request.password ?? "none"],
      other_sessions: request.others ?? 0,
    },
    undefined,
  );
  expect(simulated.reason).toBe(row.reason);
  if (row.policy.countries.mode !== "all")
    expect(simulated.country).toBe(COUNTRY_OF[address.replace("::ffff:", "")] ?? null);
  await takeSessions(token, request.others ?? 0);
  const answer =
    request.item === "listed"
      ? await askPlaylist(row, playlist.hash, video.hash, token)
      : await askEdge(row, request.item === "playlist" ? playlist.hash : video.hash, token);
  expect(answer).toBe(row.reason);
});

/** Feeds have no form for a password, and a reader of one is no viewer yet. */
const FEED_ROWS = DECISION_ROWS.filter(
  ({ request }) => (request.item === "playlist" || request.item === "listed") && !request.password && !request.others,
);

test.each(FEED_ROWS.map((row) => [row.name, row] as const))(
  "a feed is decided about as its page: %s",
  async (_, row) => {
    const { video, playlist } = await aRestrictedItem(row);
    const token = await aToken(row.request.token, video.hash, playlist.hash);
    const answer = await askFeed(row, playlist.hash, video.hash, token);
    if (row.request.item === "playlist" || row.reason === null) expect(answer).toBe(row.reason);
    // The list of an open playlist leaves the video out.
    else expect(answer).toBe("not listed");
  },
);
