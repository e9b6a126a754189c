import { insertRow } from "@kinora/db/testing-rows.ts";
import { SignJWT } from "jose";
import { afterAll, expect, test, vi } from "vitest";
import { SIGNING_SECRET } from "../../platform/access/viewer-token.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { seal } from "../../platform/secrets/sealed.ts";
import { addPlaylist, ownedBy, sharedProject } from "../../testing/fixtures.ts";
import { addProfile, assignProfile } from "../../testing/restrictions.ts";
import { anEdge, aRendition, aVideo } from "../testing.ts";
import { isSeen } from "./seen-request.ts";

const SECRET = "a secret of the project";
const RECORDS_MS = 50;

const { services, project } = await sharedProject();
const edge = await anEdge(services, { recordsMs: RECORDS_MS });
afterAll(() => edge.app.close());

test.each([
  ["GET", {}, true],
  ["HEAD", {}, false],
  ["GET", { "sec-purpose": "prefetch" }, false],
  ["GET", { "sec-purpose": "prefetch;anonymous-client-ip", purpose: "prefetch" }, false],
  ["GET", { "sec-purpose": "prefetch;prerender", purpose: "prefetch" }, true],
  ["GET", { purpose: "prefetch" }, false],
  ["GET", { "x-purpose": "preview" }, false],
  ["GET", { "x-moz": "prefetch" }, false],
])("%s with %j is seen: %s", (method, headers, seen) => expect(isSeen({ method, headers })).toBe(seen));

/** What browsers and link checkers request before a person watches. */
const UNSEEN: RequestInit[] = [
  { method: "HEAD" },
  { headers: { "sec-purpose": "prefetch" } },
  { headers: { "x-moz": "prefetch" } },
];

async function aToken(claims: Record<string, unknown>): Promise<string> {
  const kid = newHash();
  const secret = seal(services.secrets.encryptionKey, SIGNING_SECRET, SECRET);
  await insertRow(services, "signing_keys", { ...ownedBy(project), kid, algorithm: "HS256", secret });
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", kid })
    .setExpirationTime("1 hour")
    .sign(new TextEncoder().encode(SECRET));
}

test("what nobody sees takes no viewer's place and is no load", async () => {
  const profile = await addProfile(services, project, { signed: true, sessions: 1 });
  const video = await aVideo(services, project, { title: "A film" });
  await aRendition(services, project, video, { label: "720p" });
  await assignProfile(services, project, profile, { video_id: video.id });
  const playlist = await addPlaylist(services, project, { name: "A list" }, [video]);
  await assignProfile(services, project, profile, { playlist_id: playlist.id });
  for (const [path, token] of [
    [`/embed/${video.hash}`, await aToken({ video: video.hash })],
    [`/hls/${video.hash}/master.m3u8`, await aToken({ video: video.hash })],
    [`/embed/${playlist.hash}`, await aToken({ playlist: playlist.hash })],
  ] as const) {
    const address = `${edge.url}${path}?token=${token}`;
    // A redirect is followed: the file behind it is not seen, either.
    for (const ahead of UNSEEN) expect((await fetch(address, ahead)).status, path).toBe(200);
    expect((await fetch(address)).status, path).toBe(200);
    expect((await fetch(address)).status, path).toBe(403);
  }
  const loads = services.db.selectFrom("recent_loads").select("item_kind").where("project_id", "=", project.projectId);
  await vi.waitFor(async () =>
    expect((await loads.orderBy("item_kind").execute()).map((row) => row.item_kind)).toEqual(["playlist", "video"]),
  );
});
