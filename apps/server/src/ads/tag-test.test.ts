import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { readXml, type XmlElement } from "@kinora/domain/ads/xml.ts";
import Fastify from "fastify";
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { sharedServices } from "../testing/fixtures.ts";
import { DEMO_DOCUMENTS, DEMO_FAILURES, demoTags } from "./demo/demo-documents.ts";
import { serveDemoAds } from "./demo/demo-routes.ts";
import { fetchTag } from "./fetch-tag.ts";
import { followTag } from "./tag-chain.ts";
import { tryAdTag } from "./tag-test.ts";

const services = await sharedServices();

beforeAll(async () => {
  const edge = Fastify();
  serveDemoAds(edge, services.config, async (_request, reply) => void reply.raw.writeHead(404).end());
  services.config.urls.edge = await edge.listen({ port: 0, host: "127.0.0.1" });
  return () => edge.close();
});

const demo = (file: string) => `${services.config.urls.edge}/demo/vast/${file}`;

describe("the demo ad server", () => {
  const inline = { kinds: ["inline"], ads: 1, codes: [] };
  const expected: Record<string, { kinds: string[]; ads: number; codes: number[] }> = {
    "linear.xml": inline,
    "skippable.xml": inline,
    "pod.xml": { ...inline, ads: 2 },
    "wrapper.xml": { kinds: ["wrapper", "wrapper", "inline"], ads: 1, codes: [] },
    "loop.xml": { kinds: ["wrapper", "failed"], ads: 0, codes: [302] },
    "deep.xml": { kinds: [...Array.from({ length: 6 }, () => "wrapper"), "failed"], ads: 0, codes: [302] },
    "vmap.xml": { kinds: ["vmap", "inline"], ads: 1, codes: [] },
    "empty.xml": { kinds: ["empty"], ads: 0, codes: [303] },
    "bad.xml": { kinds: ["failed"], ads: 0, codes: [100] },
    "wrong-type.xml": { ...inline, codes: [403] },
    "missing-media.xml": inline,
    "slow-media.xml": inline,
    "error.xml": { kinds: ["failed"], ads: 0, codes: [301] },
  };

  test.each(Object.entries(expected))("%s is what it says", async (file, { kinds, ads, codes }) => {
    const found = await tryAdTag(services, demo(file));
    expect({
      kinds: found.steps.map(({ kind }) => kind),
      ads: found.ads.length,
      codes: found.errors.map(({ code }) => code),
    }).toEqual({ kinds, ads, codes });
    for (const { text } of found.errors) expect(text).toMatch(/^[A-Z].*\.$/);
    for (const { media } of found.ads) expect(media.length).toBeGreaterThan(0);
  });

  test("each of its tags is tried here, but for the one that never answers", () => {
    const named = [
      ...Object.entries(DEMO_DOCUMENTS).filter(([, { name }]) => name !== null),
      ...Object.entries(DEMO_FAILURES),
    ];
    expect(Object.keys(expected).concat("slow.xml").toSorted()).toEqual(named.map(([file]) => file).toSorted());
    expect(demoTags(services.config.urls.edge)).toHaveLength(named.length);
  });

  test("its ads have their durations, places in a pod, and when they can be skipped", async () => {
    const { ads } = await tryAdTag(services, demo("pod.xml"));
    expect(ads).toMatchObject([
      { id: "pod-1", sequence: 1, duration_seconds: 6, skip_after_seconds: null },
      { id: "pod-2", sequence: 2, duration_seconds: 6, skip_after_seconds: 2 },
    ]);
    const { breaks } = await tryAdTag(services, demo("vmap.xml"));
    expect(breaks.map(({ position, at }) => [position, at])).toEqual([
      ["pre", 0],
      ["percent", 50],
      ["post", 0],
    ]);
  });
});

/** Where a connection is attempted and what it asked for, on this machine. */
async function aServer(
  answer: RequestListener,
): Promise<{ server: Server; url: string; asked: string[]; port: number }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { server, url: `http://127.0.0.1:${port}`, asked, port };
}

describe("private addresses", () => {
  const CLOSED = "This address is not on the public web.";
  let inside: Awaited<ReturnType<typeof aServer>>;
  beforeEach(async () => {
    inside = await aServer((_request, response) => response.end("<VAST version='4.0'/>"));
  });

  test.each([
    ["an IPv4 address of this machine", "http://127.0.0.1:PORT/"],
    ["the same as a number", "http://2130706433:PORT/"],
    ["the same in hexadecimal", "http://0x7f.1:PORT/"],
    ["a private IPv4 address", "http://10.0.0.1/vast"],
    ["another private IPv4 address", "http://192.168.1.1:8080/vast"],
    ["the metadata of a cloud machine", "http://169.254.169.254/latest/meta-data/"],
    ["an IPv6 address of this machine", "http://[::1]:PORT/"],
    ["a private IPv6 address", "http://[fd00::1]/vast"],
    ["a link-local IPv6 address", "http://[fe80::1]/vast"],
    ["an IPv4 address within an IPv6 address", "http://[::ffff:127.0.0.1]:PORT/"],
    ["a name that leads to this machine", "http://localhost:PORT/"],
    ["this installation's edge, besides its demo ads", "EDGE/embed/abcd1234"],
  ])("%s is not requested", async (_name, tag) => {
    const url = tag.replace("PORT", String(inside.port)).replace("EDGE", services.config.urls.edge);
    const { steps, ads, errors } = await tryAdTag(services, url);
    expect(steps).toMatchObject([{ kind: "failed", http_status: null, error: CLOSED }]);
    expect(ads).toEqual([]);
    expect(errors.map(({ code }) => code)).toEqual([301]);
    expect(inside.asked).toEqual([]);
  });

  test("neither a redirect nor a wrapper leads to one", async () => {
    const public_ = await aServer((request, response) =>
      request.url === "/redirect"
        ? response.writeHead(302, { location: `${inside.url}/secret` }).end()
        : response.end(
            `<VAST version="4.0"><Ad id="w"><Wrapper><AdSystem>a</AdSystem><VASTAdTagURI><![CDATA[${inside.url}/secret]]></VASTAdTagURI></Wrapper></Ad></VAST>`,
          ),
    );
    // The first server stands for one on the public web.
    const reach = {
      mayBePrivate: ({ port }: URL) => port === String(public_.port),
      signal: AbortSignal.timeout(10_000),
    };
    await expect(fetchTag(`${public_.url}/redirect`, reach)).rejects.toThrow(CLOSED);
    const { steps } = await followTag(`${public_.url}/wrapper`, reach);
    expect(steps).toMatchObject([
      { kind: "wrapper", error: null },
      { kind: "failed", error: CLOSED },
    ]);
    expect(public_.asked).toEqual(["/redirect", "/wrapper"]);
    expect(inside.asked).toEqual([]);
  });
});

describe("an ad server that misbehaves", () => {
  const everywhere = (withinMs = 10_000) => ({ mayBePrivate: () => true, signal: AbortSignal.timeout(withinMs) });

  test.each<[string, RequestListener, number, string]>([
    [
      "answers 500",
      (_request, response) => void response.writeHead(500).end(),
      301,
      "The ad server answered with HTTP 500.",
    ],
    ["sends no XML", (_request, response) => void response.end("<VAST><Ad>"), 100, "The answer is not valid XML."],
    ["sends other XML", (_request, response) => void response.end("<html></html>"), 101, "The document is not VAST."],
    [
      "sends too much",
      (_request, response) => void response.end(`<VAST>${" ".repeat(600_000)}</VAST>`),
      301,
      "The answer is larger than 512 KiB.",
    ],
    [
      "redirects forever",
      (_request, response) => void response.writeHead(302, { location: "/again" }).end(),
      301,
      "The ad server redirects more than 5 times.",
    ],
    [
      "redirects nowhere",
      (_request, response) => void response.writeHead(302).end(),
      301,
      "The ad server redirects to no valid address.",
    ],
    [
      "redirects to a file",
      (_request, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
      301,
      "Only http and https URLs can be requested.",
    ],
    [
      "closes the connection",
      (request) => void request.socket.destroy(),
      301,
      "The ad server could not be reached (ECONNRESET).",
    ],
  ])("%#: %s", async (_name, answer, code, said) => {
    const { url } = await aServer(answer);
    const { steps, codes, ads } = await followTag(url, everywhere());
    expect(steps).toMatchObject([{ kind: "failed", error: said }]);
    expect({ codes, ads }).toEqual({ codes: [code], ads: [] });
  });

  test("does not hold the test up, whether it never answers or never ends", async () => {
    const silent = await aServer(() => undefined);
    const endless = await aServer((_request, response) => void response.write("<VAST>"));
    for (const { url } of [silent, endless]) {
      const { steps, codes } = await followTag(url, everywhere(300));
      expect(steps).toMatchObject([{ kind: "failed", error: "The ad server did not answer in time." }]);
      expect(codes).toEqual([301]);
    }
  });
});

const COMPANION =
  '<CompanionAds><Companion width="300" height="250"><StaticResource creativeType="image/png">http://127.0.0.1:9/a.png</StaticResource></Companion></CompanionAds>';

describe("an ad that the player does not play", () => {
  const ad = (inside: string) =>
    `<VAST version="3.0"><Ad id="1"><InLine><AdSystem>own</AdSystem><AdTitle>É</AdTitle><Impression>http://127.0.0.1:9/</Impression><Creatives>` +
    `<Creative>${inside}</Creative></Creatives></InLine></Ad></VAST>`;
  const linear = (files: string) =>
    ad(`<Linear><Duration>00:00:03</Duration><MediaFiles>${files}</MediaFiles></Linear>`);
  const file = (attributes: string, url = "http://127.0.0.1:9/ad.mp4") =>
    `<MediaFile delivery="progressive" ${attributes} width="320" height="180">${url}</MediaFile>`;
  const tried = async (answer: RequestListener) => {
    const { url } = await aServer(answer);
    const { ads, errors, steps } = await tryAdTag({ config: { ...services.config, allowPrivateUrls: true } }, url);
    return { ads, steps, codes: errors.map(({ code }) => code) };
  };

  test.each([
    ["a program alone", linear(file('apiFramework="VPAID" type="application/javascript"')), [403]],
    ["a relative address", linear(file('type="video/mp4"', "/ad.mp4")), [403]],
    ["media without a type", linear(file("")), [403]],
    ["media of Flash", linear(file('type="video/x-flv"')), [403]],
    ["no linear part", ad(COMPANION), [200]],
    ["a program beside media", linear(file('apiFramework="VPAID" type="video/mp4"') + file('type="video/mp4"')), []],
    ["HLS", linear(file('type="application/x-mpegURL"')), []],
  ])("has the player's code: %s", async (_name, document, expected) => {
    const { ads, codes } = await tried((_request, response) => void response.end(document));
    expect(codes).toEqual(expected);
    expect(ads.some(({ media }) => media.some(({ playable }) => playable))).toBe(expected.length === 0);
  });

  test("204 is no ad, as an empty document is", async () => {
    const { steps, codes } = await tried((_request, response) => void response.writeHead(204).end());
    expect(steps).toMatchObject([{ kind: "empty", http_status: 204, error: null }]);
    expect(codes).toEqual([303]);
  });

  test("an answer is read in its own encoding", async () => {
    const document = Buffer.from(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${linear(file('type="video/mp4"'))}`,
      "latin1",
    );
    const { ads } = await tried((_request, response) => void response.end(document));
    expect(ads).toMatchObject([{ title: "É" }]);
  });
});

describe("the demo documents are valid VAST 4.0", () => {
  /** What the schema allows inside, in its order, of the parts that the documents use: each with the least and the most. */
  const ORDER: Readonly<Record<string, readonly (readonly [string, number, number])[]>> = {
    InLine: [
      ["AdSystem", 1, 1],
      ["Error", 0, 99],
      ["Impression", 1, 99],
      ["AdTitle", 1, 1],
      ["Creatives", 1, 1],
    ],
    Wrapper: [
      ["AdSystem", 1, 1],
      ["Error", 0, 99],
      ["Impression", 1, 99],
      ["Creatives", 0, 1],
      ["VASTAdTagURI", 1, 1],
    ],
    Linear: [
      ["TrackingEvents", 0, 1],
      ["Duration", 0, 1],
      ["MediaFiles", 0, 1],
      ["VideoClicks", 0, 1],
    ],
    VideoClicks: [
      ["ClickTracking", 0, 99],
      ["ClickThrough", 0, 1],
    ],
    Creatives: [["Creative", 1, 99]],
    MediaFiles: [["MediaFile", 1, 99]],
    TrackingEvents: [["Tracking", 0, 99]],
  };
  const NEEDED: Readonly<Record<string, readonly string[]>> = {
    VAST: ["version"],
    UniversalAdId: ["idRegistry", "idValue"],
    MediaFile: ["delivery", "type", "width", "height"],
    Tracking: ["event"],
  };

  function problems({ name, attributes, children }: XmlElement, parent: string): string[] {
    const order = ORDER[name];
    const found = children.map((child) => child.name);
    const wrong = (NEEDED[name] ?? []).filter((attribute) => attributes[attribute] === undefined);
    if (order) {
      const places = found.map((child) => order.findIndex(([known]) => known === child));
      if (places.some((place, at) => place < (places[at - 1] ?? 0))) wrong.push(`order of ${found.join(", ")}`);
      for (const [child, least, most] of order) {
        const times = found.filter((each) => each === child).length;
        if (times < least || times > most) wrong.push(`${times} of ${child}`);
      }
    }
    if (name === "Creative" && parent === "InLine" && !found.includes("UniversalAdId")) wrong.push("no UniversalAdId");
    const inside = name === "InLine" || name === "Wrapper" ? name : parent;
    return [...wrong.map((what) => `${name}: ${what}`), ...children.flatMap((child) => problems(child, inside))];
  }

  const documents = Object.entries(DEMO_DOCUMENTS).filter(([file]) => file !== "bad.xml" && file !== "vmap.xml");
  test.each(documents)("%s", (_file, { write }) => {
    const text = write("https://edge.example.com");
    const root = readXml(text);
    expect(text).toContain('xmlns="http://www.iab.com/VAST"');
    expect(root && problems(root, "")).toEqual([]);
  });
});

test("what is no tag is refused at its field", async () => {
  for (const tag of ["", "vast", "ftp://ads.example.com/", "https://{video_title}.example.com/"])
    await expect(tryAdTag(services, tag)).rejects.toMatchObject({
      code: "invalid",
      fields: { tag: [expect.any(String)] },
    });
});
