import { expect, test } from "vitest";
import { readVastTime, readVmap } from "./vmap.ts";
import { readXml } from "./xml.ts";

const vmap = (inside: string) =>
  `<?xml version="1.0"?>\n<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">${inside}</vmap:VMAP>`;
const tag = "<vmap:AdTagURI templateType='vast3'><![CDATA[ https://ads.example.com/?a=1&b=2 ]]></vmap:AdTagURI>";
const aBreak = (attributes: string, source: string) =>
  `<vmap:AdBreak breakType="linear" ${attributes}><vmap:AdSource id="1">${source}</vmap:AdSource></vmap:AdBreak>`;

test.each<[string, [string, number][]]>([
  [`timeOffset="start"`, [["pre", 0]]],
  [`timeOffset="00:00:00"`, [["pre", 0]]],
  [`timeOffset="end"`, [["post", 0]]],
  [`timeOffset="100%"`, [["post", 0]]],
  [`timeOffset="25%"`, [["percent", 25]]],
  [`timeOffset="00:01:30.500"`, [["time", 90.5]]],
  [
    `timeOffset="start" repeatAfter="00:10:00"`,
    [
      ["pre", 0],
      ["every", 10],
    ],
  ],
  [`timeOffset="#1"`, []],
  [`timeOffset="soon"`, []],
])("a break with %s", (attributes, places) => {
  const breaks = readVmap(vmap(aBreak(attributes, tag)));
  expect(breaks?.map(({ position, at }) => [position, at])).toEqual(places);
  for (const each of breaks ?? []) expect(each.tags).toEqual(["https://ads.example.com/?a=1&b=2"]);
});

test("a document inside is taken as it is written, as elements or as text", () => {
  const inline = `<vmap:VASTAdData><VAST version="3.0"><Ad id="1"/></VAST></vmap:VASTAdData>`;
  const quoted = `<vmap:VASTAdData><![CDATA[<VAST version="3.0"/>]]></vmap:VASTAdData>`;
  const found = readVmap(vmap(aBreak(`timeOffset="start"`, inline) + aBreak(`timeOffset="end"`, quoted)));
  expect(found?.map(({ vast, tags }) => [vast, tags])).toEqual([
    [`<VAST version="3.0"><Ad id="1"/></VAST>`, []],
    [`<VAST version="3.0"/>`, []],
  ]);
});

test("a break's own tracking is found", () => {
  const events = `<vmap:TrackingEvents><vmap:Tracking event="breakStart">https://a.example/s</vmap:Tracking><vmap:Tracking event="error">https://a.example/e?c=[ERRORCODE]</vmap:Tracking></vmap:TrackingEvents>`;
  const [found] =
    readVmap(vmap(aBreak(`timeOffset="start"`, tag).replace("</vmap:AdBreak>", `${events}</vmap:AdBreak>`))) ?? [];
  expect(found?.tracking).toEqual({
    breakStart: ["https://a.example/s"],
    breakEnd: [],
    error: ["https://a.example/e?c=[ERRORCODE]"],
  });
});

test.each(["", "<VAST/>", "<vmap:VMAP>", "not xml", `<!DOCTYPE a [<!ENTITY b "c">]>${vmap("")}`])(
  "%j is no VMAP document",
  (text) => {
    expect(readVmap(text)).toBeNull();
  },
);

test.each([
  ["00:00:30", 30],
  ["01:02:03.250", 3723.25],
  ["30", null],
  ["00:99:00", null],
])("%s is %j seconds", (text, seconds) => {
  expect(readVastTime(text)).toBe(seconds);
});

test.each([
  "<a><b></a></b>",
  "<a>",
  "<a/><b/>",
  "<a>1 < 2</a>",
  "<a>b & c</a>",
  "<a b=1/>",
  `<a b="x&y"/>`,
  "a",
  `${"<a>".repeat(100)}${"</a>".repeat(100)}`,
])("%s is not read", (text) => {
  expect(readXml(text)).toBeNull();
});

test("attributes, entities, comments and CDATA are read", () => {
  const read = readXml(`<?xml version="1.0"?><!-- a --><n:a b='1 &gt; 0' c="&#65;"><d/>x &amp; y<![CDATA[<z>]]></n:a>`);
  expect(read).toMatchObject({
    name: "a",
    attributes: { b: "1 > 0", c: "A" },
    text: "x & y<z>",
    children: [{ name: "d" }],
  });
});

test.each(["<!--", "<?", "<![CDATA[", "<a", '<a b="', "a"])(
  "a document of many %s without an end is refused in a moment",
  (part) => {
    const began = performance.now();
    expect(readXml(`<${part.repeat(100_000)}`)).toBeNull();
    expect(performance.now() - began).toBeLessThan(2_000);
  },
);
