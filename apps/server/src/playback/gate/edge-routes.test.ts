import { updateRows } from "@kinora/db/testing-rows.ts";
import { NO_SUMS } from "@kinora/domain/analytics/view-sums.ts";
import type { HTTPMethods } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newHash } from "../../platform/secrets/hash.ts";
import { sharedProject, addStream, addPlaylist } from "../../testing/fixtures.ts";
import { addProfile, assignProfile, onlyOn } from "../../testing/restrictions.ts";
import { anEdge, aRendition, aVideo, routesOf, type TestVideo } from "../testing.ts";

/** Restricted by the project's default profile, as is the livestream. */
let video: TestVideo;
let stream: string;

const { services, project } = await sharedProject();
const edge = await anEdge(services);

beforeAll(async () => {
  await addProfile(services, project, onlyOn("example.com"), { is_default: true });
  video = await aVideo(services, project, { title: "A secret film", description: "What happens in it" });
  await aRendition(services, project, video, { label: "720p" });
  const images = JSON.stringify({ "720p": `assets/${video.id}/v1/posters/720p.jpg` });
  await updateRows(services, "videos", { id: video.id }, { images });
  stream = newHash();
  await addStream(services, project, {
    hash: stream,
    name: "A secret film",
    description: "What happens in it",
    ingest: "receiving",
  });
});
afterAll(() => edge.app.close());

/** A request to a route of the framework, and what its answer must be. */
interface Probe {
  /**
   * `refused`: it names the restricted video, and needs a decision. `without_it`: it lists videos, and leaves that one out.
   * `nothing`: it is of no video.
   */
  gives: "refused" | "without_it" | "nothing";
  path: string;
  body?: string | object;
}

const aView = {
  ...{ number: 0, report: 1, stamp: "", age_ms: 0, page: null, player: null, limited: false },
  ...NO_SUMS,
};

/** Every route of the edge as it is registered, each with requests for it; `restricted` is a playlist that needs a decision, too. */
const probes = (playlist: string, restricted: string): Record<string, Probe[]> => {
  const page = (hash: string) => encodeURIComponent(`${services.config.urls.edge}/v/${hash}`);
  const { hash } = video;
  return {
    "GET /embed/:hash": [
      { gives: "refused", path: `/embed/${hash}` },
      { gives: "refused", path: `/embed/${stream}` },
      { gives: "without_it", path: `/embed/${playlist}` },
      { gives: "refused", path: `/embed/${restricted}` },
    ],
    "GET /embed/:hash/status.json": [
      { gives: "refused", path: `/embed/${hash}/status.json` },
      { gives: "refused", path: `/embed/${stream}/status.json` },
    ],
    "POST /embed/:hash/password": [
      { gives: "refused", path: `/embed/${hash}/password`, body: "password=x" },
      { gives: "refused", path: `/embed/${restricted}/password`, body: "password=x" },
    ],
    "GET /embed/:hash/videos/:file": [
      { gives: "refused", path: `/embed/${playlist}/videos/${hash}.json` },
      { gives: "refused", path: `/embed/${restricted}/videos/${hash}.json` },
    ],
    "POST /embed/:hash/left": [{ gives: "nothing", path: `/embed/${hash}/left`, body: "" }],
    "POST /embed/:hash/played": [
      { gives: "nothing", path: `/embed/${hash}/played`, body: { page: null, player: null, playlist: null } },
    ],
    "POST /embed/:hash/view": [{ gives: "nothing", path: `/embed/${hash}/view`, body: aView }],
    "POST /embed/:hash/watched": [
      {
        gives: "nothing",
        path: `/embed/${hash}/watched`,
        body: { watched_seconds: 1, stalled_seconds: 0, latency_seconds: 0 },
      },
    ],
    "OPTIONS /embed/:hash/watched": [{ gives: "nothing", path: `/embed/${hash}/watched` }],
    "POST /embed/:hash/ads": [
      { gives: "nothing", path: `/embed/${hash}/ads`, body: { events: [{ event: "request" }] } },
    ],
    "OPTIONS /embed/:hash/ads": [{ gives: "nothing", path: `/embed/${hash}/ads` }],
    "GET /v/:hash": [
      { gives: "refused", path: `/v/${hash}` },
      { gives: "refused", path: `/v/${stream}` },
      { gives: "without_it", path: `/v/${playlist}` },
      { gives: "refused", path: `/v/${restricted}` },
    ],
    "GET /oembed": [
      { gives: "refused", path: `/oembed?url=${page(hash)}` },
      { gives: "refused", path: `/oembed?url=${page(stream)}` },
      { gives: "without_it", path: `/oembed?url=${page(playlist)}` },
      { gives: "refused", path: `/oembed?url=${page(restricted)}` },
    ],
    "GET /feed/:file": [
      { gives: "without_it", path: `/feed/${playlist}.xml` },
      { gives: "refused", path: `/feed/${restricted}.xml` },
    ],
    "GET /thumb/:file": [
      { gives: "refused", path: `/thumb/${hash}.jpg?time=1` },
      { gives: "refused", path: `/thumb/${stream}.jpg?time=0` },
      { gives: "refused", path: `/thumb/${stream}.jpg?time=-60` },
    ],
    // Pictures of players and of profiles: they are of no video.
    "GET /players/:hash/:file": [{ gives: "nothing", path: `/players/${hash}/1.png` }],
    "GET /blocked/:file": [{ gives: "nothing", path: `/blocked/${hash}.jpg` }],
    // What publishers send by WHIP is passed on to a live host, which asks for the key of a stream.
    "POST /whip": [{ gives: "nothing", path: "/whip", body: "" }],
    "POST /whip/:key": [{ gives: "nothing", path: `/whip/${stream}`, body: "" }],
    "PATCH /whip/sessions/:id": [{ gives: "nothing", path: `/whip/sessions/${stream}`, body: "" }],
    "DELETE /whip/sessions/:id": [{ gives: "nothing", path: `/whip/sessions/${stream}` }],
    "GET /whip/guest": [{ gives: "nothing", path: "/whip/guest" }],
    "OPTIONS /whip/guest": [{ gives: "nothing", path: "/whip/guest" }],
    "OPTIONS /whip": [{ gives: "nothing", path: "/whip" }],
    "OPTIONS /whip/:key": [{ gives: "nothing", path: `/whip/${stream}` }],
    "OPTIONS /whip/sessions/:id": [{ gives: "nothing", path: `/whip/sessions/${stream}` }],
    // Whether an offer is decided on as a playlist is, is in live/whep/whep.test.ts.
    "POST /whep/:hash": [{ gives: "nothing", path: `/whep/${stream}`, body: "" }],
    "PATCH /whep/:hash/:id": [{ gives: "nothing", path: `/whep/${stream}/${stream}`, body: "" }],
    "DELETE /whep/:hash/:id": [{ gives: "nothing", path: `/whep/${stream}/${stream}` }],
    "OPTIONS /whep/:hash": [{ gives: "nothing", path: `/whep/${stream}` }],
    "OPTIONS /whep/:hash/:id": [{ gives: "nothing", path: `/whep/${stream}/${stream}` }],
    // The edge's own files, and the demo ads of the installation.
    "GET /assets/*": [{ gives: "nothing", path: `/assets/${hash}` }],
    "GET /embed.js": [{ gives: "nothing", path: "/embed.js" }],
    "GET /demo/vast/:file": [{ gives: "nothing", path: `/demo/vast/${hash}` }],
    "GET /healthz": [{ gives: "nothing", path: "/healthz" }],
    "GET /readyz": [{ gives: "nothing", path: "/readyz" }],
  };
};

/** A playlist with a feed, of the restricted video alone. It is restricted like the video, or has an open profile of its own. */
async function aPlaylistOfIt({ open }: { open: boolean }): Promise<string> {
  const values = { name: open ? "Evening" : "A secret evening", feed: true };
  const { id, hash } = await addPlaylist(services, project, values, [video]);
  if (open) await assignProfile(services, project, await addProfile(services, project, {}), { playlist_id: id });
  return hash;
}

test("every route of the edge has an answer here: a new one fails until it is decided on", async () => {
  const routes = routesOf(edge.app);
  for (const route of routes) {
    const [method = "", url = ""] = route.split(" ");
    expect(edge.app.hasRoute({ method: method as HTTPMethods, url }), route).toBe(true);
  }
  expect(Object.keys(probes("playlist", "another")).toSorted()).toEqual(routes.toSorted());
});

test("no route gives anything of a restricted video without a decision", async () => {
  const playlist = await aPlaylistOfIt({ open: true });
  const restricted = await aPlaylistOfIt({ open: false });
  for (const [route, requests] of Object.entries(probes(playlist, restricted)))
    for (const { gives, path, body } of requests) {
      const [method = ""] = route.split(" ");
      const type = typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json";
      const response = await fetch(edge.url + path, {
        method,
        redirect: "manual",
        ...(body === undefined
          ? {}
          : { headers: { "content-type": type }, body: typeof body === "string" ? body : JSON.stringify(body) }),
      });
      const text = `${JSON.stringify([...response.headers])} ${await response.text()}`;
      // 410: the form for a password was not one of this page.
      if (gives === "refused") expect([403, 410], path).toContain(response.status);
      if (gives === "without_it") expect([response.status, text.includes(video.hash)], path).toEqual([200, false]);
      if (gives === "nothing") expect([200, 204, 401, 404, 415, 422], path).toContain(response.status);
      for (const secret of ["A secret film", "A secret evening", "What happens in it", "/posters/", "#EXTM3U", "/~"])
        expect(text, path).not.toContain(secret);
    }
});
