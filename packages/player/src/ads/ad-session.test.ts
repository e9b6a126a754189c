// @vitest-environment jsdom
import type { AdEvent } from "@kinora/domain/ads/ad-events.ts";
import { defaultAdSource, type AdBreak } from "@kinora/domain/ads/ad-settings.ts";
import type { EmbedAds } from "@kinora/domain/ads/embed-ads.ts";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { AdSession } from "./ad-session.ts";
import { AdView } from "./ad-view.ts";

const AD_SECONDS = 6;
const server = "https://ads.example.com";
const tracking = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "skip"]
  .map((event) => `<Tracking event="${event}"><![CDATA[${server}/beacon/${event}]]></Tracking>`)
  .join("");
const linear = (skip = "") =>
  `<Creative><Linear${skip}><Duration>00:00:06</Duration><TrackingEvents>${tracking}</TrackingEvents><MediaFiles>` +
  `<MediaFile delivery="progressive" type="video/mp4" width="640" height="360"><![CDATA[${server}/ad.mp4]]></MediaFile></MediaFiles></Linear></Creative>`;
const companion =
  `<Creative><CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/png"><![CDATA[${server}/companion.png]]></StaticResource>` +
  `<TrackingEvents><Tracking event="creativeView"><![CDATA[${server}/beacon/companion]]></Tracking></TrackingEvents></Companion></CompanionAds></Creative>` +
  `<Creative><NonLinearAds><NonLinear width="480" height="70"><StaticResource creativeType="image/png"><![CDATA[${server}/overlay.png]]></StaticResource></NonLinear></NonLinearAds></Creative>`;
const vast = (creatives: string) =>
  `<VAST version="4.0"><Ad id="1"><InLine><AdSystem>a</AdSystem><AdTitle>t</AdTitle><Error><![CDATA[${server}/beacon/error-[ERRORCODE]]]></Error>` +
  `<Impression><![CDATA[${server}/beacon/impression]]></Impression><Creatives>${creatives}</Creatives></InLine></Ad></VAST>`;

const documents: Record<string, string> = {
  [`${server}/linear`]: vast(linear()),
  [`${server}/skippable`]: vast(linear(' skipoffset="00:00:02"')),
  [`${server}/with-companions`]: vast(companion + linear()),
  [`${server}/pod`]: vast(linear()).replace(/<Ad id="1">(.*)<\/Ad>/, (_, ad: string) =>
    [1, 2].map((number) => `<Ad id="${number}" sequence="${number}">${ad}</Ad>`).join(""),
  ),
  [`${server}/companions-only`]: vast(companion),
};
let beacons: string[];
let posted: { id: string; events: { event: AdEvent; code?: number }[] }[];

beforeEach(() => {
  beacons = [];
  posted = [];
  localStorage.clear();
  vi.stubGlobal(
    "Image",
    class {
      set src(url: string) {
        beacons.push(url.replace(`${server}/beacon/`, ""));
      }
    },
  );
  vi.stubGlobal("fetch", async (url: string, { body }: { body?: string } = {}) => {
    if (url === `${server}/no-content`) return new Response(null, { status: 204 });
    if (body === undefined) return new Response(documents[url] ?? "<VAST version='4.0'/>");
    posted.push(JSON.parse(body) as (typeof posted)[number]);
    return new Response(null, { status: 204 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const aBreak = (tag: string, change: Partial<AdBreak> = {}): AdBreak => ({
  ...defaultAdSource,
  tags: [`${server}/${tag}`],
  position: "pre",
  at: 0,
  ...change,
});

/** A view of ads whose media plays when it is asked to, in a page with a video. */
function aView(): AdView {
  const root = document.createElement("div");
  const controller = document.createElement("div");
  const content = document.createElement("video");
  content.slot = "media";
  controller.append(content);
  root.append(controller);
  document.body.append(root);
  const view = new AdView(root, controller);
  const { video } = view;
  Object.defineProperty(video, "duration", { value: AD_SECONDS });
  Object.defineProperty(video, "currentTime", { value: 0, writable: true });
  Object.defineProperty(video, "paused", { value: false, writable: true });
  video.canPlayType = () => "maybe";
  video.load = () => undefined;
  video.pause = () => undefined;
  video.play = async () => {
    queueMicrotask(() => video.dispatchEvent(new Event("playing")));
  };
  return view;
}

function aSession(breaks: AdBreak[], { live = false, ...change }: Partial<EmbedAds> & { live?: boolean } = {}) {
  const view = aView();
  const events: string[] = [];
  const ads: EmbedAds = {
    breaks,
    vmap_tag: null,
    cues: true,
    ads_timeout_ms: 8_000,
    preroll_timeout_ms: 4_000,
    skip: "ad",
    frequency: { kind: "always", n: 1 },
    consent: false,
    project: "efgh",
    report: "/embed/8f3a21/ads",
    ...change,
  };
  const session = new AdSession({
    ads,
    subject: { contentId: "8f3a21", title: "Harbor atlas", durationSeconds: live ? null : 600 },
    live,
    view,
    onEvent: (event, code) => events.push(code === undefined ? event : `${event} ${code}`),
  });
  onTestFinished(() => session.close());
  return { session, view, events };
}

/** Plays the ad that is shown to its end, as media elements do: with more reports of its progress than there are beacons. */
async function playToItsEnd({ video }: AdView): Promise<void> {
  await vi.waitFor(() => expect(document.querySelector("[data-ad=playing]")).not.toBeNull());
  for (let seconds = 0; seconds <= AD_SECONDS; seconds += 0.5) {
    video.currentTime = seconds;
    video.dispatchEvent(new Event("timeupdate"));
    video.dispatchEvent(new Event("timeupdate"));
  }
  video.dispatchEvent(new Event("ended"));
  video.dispatchEvent(new Event("ended"));
}
const WHOLE = ["complete", "firstQuartile", "impression", "midpoint", "start", "thirdQuartile"];

test.each(["no-content", "nothing"])("no ad (%s) is no ad, and no fault of the tag", async (tag) => {
  const { session, events } = aSession([aBreak(tag)]);
  await session.playPrerolls(false, 1);
  expect(events).toEqual(["request", "error 303"]);
});

test("each beacon of an ad is requested once, and each event counted once", async () => {
  const { session, view, events } = aSession([aBreak("linear")]);
  const outcome = session.playPrerolls(false, 1);
  await playToItsEnd(view);
  expect(await outcome).toBe("played");
  expect(beacons.toSorted()).toEqual(WHOLE);
  const counted = [
    "request",
    "fill",
    "impression",
    "start",
    "first_quartile",
    "midpoint",
    "third_quartile",
    "complete",
  ];
  expect(events).toEqual(counted);
  session.close();
  expect(posted).toEqual([
    { id: expect.stringMatching(/^[0-9a-f]{24}$/), events: counted.map((event) => ({ event })) },
  ]);
});

test("a livestream has prerolls, and no break later", async () => {
  const breaks = [
    aBreak("linear"),
    aBreak("linear", { position: "percent", at: 50 }),
    aBreak("linear", { position: "every", at: 1 }),
    aBreak("linear", { position: "post" }),
  ];
  const { session, view } = aSession(breaks, { live: true });
  const outcome = session.playPrerolls(false, 1);
  await playToItsEnd(view);
  expect(await outcome).toBe("played");
  session.plan(3_600, 0);
  expect(session.due(0, 3_599)).toBeNull();
  expect(session.postrolls).toEqual([]);
  expect(beacons.toSorted()).toEqual(WHOLE);
});

test("on cue a livestream plays the first break within, with each beacon once, and no ad of a pod after its time", async () => {
  const breaks = [aBreak("linear"), aBreak("pod", { position: "percent", at: 50 })];
  const { session, view } = aSession(breaks, { live: true });
  const prerolls = session.playPrerolls(false, 1);
  await playToItsEnd(view);
  await prerolls;
  view.hide();
  beacons = [];
  const whole = session.playCue(60, false, 1);
  await playToItsEnd(view);
  await vi.waitFor(() => expect(beacons.filter((beacon) => beacon === "impression")).toHaveLength(2));
  await playToItsEnd(view);
  await whole;
  expect(beacons.toSorted()).toEqual([...WHOLE, ...WHOLE].toSorted());
  beacons = [];
  await session.playCue(0, false, 1);
  expect(beacons).toEqual([]);
});

test.each([
  ["prerolls only", { cues: false }, false],
  ["breaks on cue", {}, true],
  ["an ad a minute ago, of one in five", { frequency: { kind: "minutes" as const, n: 5 } }, false],
])("a livestream with %s plays cues: %j", async (_name, change, plays) => {
  const { session, view } = aSession([aBreak("linear")], { live: true, ...change });
  const prerolls = session.playPrerolls(false, 1);
  await playToItsEnd(view);
  await prerolls;
  expect(session.playsCues).toBe(plays);
});

test("of breaks that a seek passes one is played, once, and post-rolls follow the content once", async () => {
  const breaks = [
    aBreak("linear", { position: "time", at: 60 }),
    aBreak("linear", { position: "time", at: 120 }),
    aBreak("linear", { position: "post" }),
  ];
  const { session, view } = aSession(breaks);
  expect(await session.playPrerolls(false, 1)).toBe("none");
  session.plan(600, 0);
  const due = session.due(10, 300);
  expect(due?.at).toBe(120);
  expect([session.due(10, 300), session.due(0, 599)]).toEqual([null, null]);
  const [post] = session.postrolls;
  for (const each of [due, post]) {
    if (!each) throw new Error("There is no such break.");
    const played = session.playLater(each, false, 1);
    await playToItsEnd(view);
    await played;
    view.hide();
  }
  expect(session.postrolls).toEqual([]);
  expect(beacons.filter((beacon) => beacon === "complete")).toHaveLength(2);
});

test("companions and overlays of an ad are ignored", async () => {
  const { session, view } = aSession([aBreak("with-companions")]);
  const before = document.querySelectorAll("img, iframe, object").length;
  const outcome = session.playPrerolls(false, 1);
  await playToItsEnd(view);
  expect(await outcome).toBe("played");
  expect(beacons.toSorted()).toEqual(WHOLE);
  expect(document.querySelectorAll("img, iframe, object")).toHaveLength(before);
});

test("an ad of companions alone is no ad: the content begins, and the ad server gets error 200", async () => {
  const { session, events } = aSession([aBreak("companions-only")]);
  expect(await session.playPrerolls(false, 1)).toBe("none");
  expect(beacons).toEqual(["error-200"]);
  expect(events).toEqual(["request", "fill", "error 200"]);
});

test("an ad leaves the content's captions, quality, speed and place as they were", async () => {
  const { session, view } = aSession([aBreak("linear")]);
  const content = document.querySelector<HTMLVideoElement>("video[slot=media]");
  if (!content) throw new Error("There is no content.");
  content.src = "blob:content-at-360p";
  content.playbackRate = 1.5;
  const changes: string[] = [];
  for (const name of ["emptied", "ratechange", "seeking", "volumechange", "loadstart"])
    content.addEventListener(name, () => changes.push(name));
  const outcome = session.playPrerolls(true, 0.4);
  await playToItsEnd(view);
  await outcome;
  view.hide();
  expect(changes).toEqual([]);
  expect([content.src, content.playbackRate]).toEqual(["blob:content-at-360p", 1.5]);
  expect([view.video.muted, view.video.volume]).toEqual([true, 0.4]);
});

test.each([
  ["ad", false],
  ["never", true],
] as const)("a player that says %j of skipping hides the button: %j", async (skip, hidden) => {
  const { session, view } = aSession([aBreak("skippable")], { skip });
  const outcome = session.playPrerolls(false, 1);
  await vi.waitFor(() => expect(document.querySelector("[data-ad=playing]")).not.toBeNull());
  expect(document.querySelector<HTMLElement>(".kinora-ad-skip")?.hidden).toBe(hidden);
  await playToItsEnd(view);
  expect(await outcome).toBe("played");
});

test("a preview is neither reported nor remembered", async () => {
  const { session, view, events } = aSession([aBreak("linear")], { report: null });
  const outcome = session.playPrerolls(false, 1);
  await playToItsEnd(view);
  await outcome;
  session.close();
  expect(events).toContain("complete");
  expect(posted).toEqual([]);
  expect(localStorage).toHaveLength(0);
});
