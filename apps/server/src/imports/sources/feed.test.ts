import { expect, test } from "vitest";
import { readFeed } from "./feed.ts";
import { tidyEntry } from "./tidy-entry.ts";

const ADDRESS = "https://www.example.com/podcast/feed.xml";

const rss = (items: string, channel = "<title>Evening talks</title>") => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
  xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
  <channel>${channel}${items}</channel></rss>`;

const read = (items: string, channel?: string) => {
  const { name, entries } = readFeed(rss(items, channel), ADDRESS);
  return { name, entries: entries.map(tidyEntry) };
};
const readOne = (item: string) => read(`<item>${item}</item>`).entries[0];

test("an episode of a podcast has its title, description, date, picture, captions and chapters", () => {
  const { name, entries } = read(`<item>
    <title>Bees &amp; wasps</title><guid isPermaLink="false">ep-1</guid>
    <pubDate>Tue, 03 Mar 2020 07:30:00 +0100</pubDate>
    <description><![CDATA[<p>First <b>part</b>.</p><p>Second part.</p>]]></description>
    <category>Nature</category><itunes:keywords>bees, wasps,bees</itunes:keywords>
    <itunes:image href="https://cdn.example.com/bees.jpg"/>
    <podcast:transcript url="https://cdn.example.com/bees.srt" type="application/x-subrip" language="de"/>
    <podcast:transcript url="https://cdn.example.com/bees.html" type="text/html"/>
    <podcast:chapters url="https://cdn.example.com/bees.json" type="application/json+chapters"/>
    <enclosure url="https://cdn.example.com/bees.mp3?x=1&amp;y=2" length="0" type="audio/mpeg"/>
  </item>`);
  expect(name).toBe("Evening talks");
  expect(entries).toEqual([
    {
      key: "feed:example.com:ep-1",
      title: "Bees & wasps",
      description: "First part.\n\nSecond part.",
      category: "Nature",
      tags: ["bees", "wasps"],
      date: "2020-03-03T06:30:00.000Z",
      published: null,
      media: { url: "https://cdn.example.com/bees.mp3?x=1&y=2" },
      captions: [{ language: "de", file: { url: "https://cdn.example.com/bees.srt" } }],
      chapters: { url: "https://cdn.example.com/bees.json" },
      picture: { url: "https://cdn.example.com/bees.jpg" },
      playlists: ["Evening talks"],
      notes: [],
      problem: null,
    },
  ]);
});

test("of an MRSS group the highest video is taken, with its subtitles and its largest thumbnail", () => {
  const entry = readOne(`<title>Film</title><guid>7</guid>
    <media:group>
      <media:content url="a-360.mp4" type="video/mp4" height="360"/>
      <media:content url="a-1080.mp4" type="video/mp4" height="1080"/>
      <media:content url="a.m3u8" type="application/x-mpegURL" height="2160"/>
      <media:content url="a.jpg" medium="image"/>
      <media:thumbnail url="small.jpg" width="100"/><media:thumbnail url="/large.jpg" width="1280"/>
      <media:subTitle href="a.vtt" type="text/vtt" lang="pt_BR"/>
      <media:keywords>one, two</media:keywords>
    </media:group>`);
  expect(entry).toMatchObject({
    media: { url: "https://www.example.com/podcast/a-1080.mp4" },
    picture: { url: "https://www.example.com/large.jpg" },
    captions: [{ language: "pt-BR", file: { url: "https://www.example.com/podcast/a.vtt" } }],
    notes: ["It has 2 files: the best video is taken."],
    problem: null,
  });
});

test("several enclosures, wrong lengths and a missing type do not keep an episode from being read", () => {
  expect(
    readOne(`<title>Both</title><enclosure url="https://example.com/a.mp3" length="unknown" type="audio/mpeg"/>
      <enclosure url="https://example.com/a.mp4" length="-1" type="video/mp4"/>`),
  ).toMatchObject({ media: { url: "https://example.com/a.mp4" } });
  expect(readOne(`<title>Bare</title><enclosure url="https://example.com/download?id=5"/>`)).toMatchObject({
    media: { url: "https://example.com/download?id=5" },
    // Without a guid, the file says which episode it is.
    key: "feed:example.com:https://example.com/download?id=5",
  });
});

test.each([
  ["no enclosure", "<title>Text</title><description>Only words</description>"],
  ["a picture", `<title>Picture</title><enclosure url="https://example.com/a.jpg" type="image/jpeg"/>`],
  ["a file of the server", `<title>Secret</title><enclosure url="file:///etc/passwd" type="video/mp4"/>`],
  ["an address without a host", `<title>Odd</title><enclosure url="https://" type="video/mp4"/>`],
])("an item with %s is listed with the reason", (_what, item) => {
  expect(readOne(item)).toMatchObject({ media: null, problem: "It has no video or audio file." });
});

test("a single item, other cases of names and titles of markup are read", () => {
  const xml = `\uFEFF\n${rss("").replace(
    "</channel>",
    `<Item><TITLE type="html">&lt;i&gt;Odd&lt;/i&gt; one</TITLE><GUID>1</GUID><Enclosure URL="x" url="https://example.com/a.mp4"/></Item></channel>`,
  )}`;
  expect(readFeed(xml, ADDRESS).entries).toMatchObject([
    { title: "Odd one", media: { url: "https://example.com/a.mp4" } },
  ]);
});

test("a feed in Atom has the files of its enclosures and of media:content", () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:base="https://cdn.example.com/">
    <title>Harbour</title><category term="sea" label="At sea"/>
    <entry><id>tag:1</id><title type="html">Ropes &amp;amp; knots</title><published>2020-03-03T07:30:00Z</published>
      <link href="https://example.com/ropes"/><link rel="enclosure" type="video/mp4" href="ropes.mp4" length="9"/>
      <category term="craft"/><category term="rope"/><content type="html">&lt;p&gt;How to tie.&lt;/p&gt;</content></entry>
    <entry><id>tag:2</id><title>Tides</title><updated>2021-01-01T00:00:00Z</updated><summary>High and low.</summary>
      <media:group><media:content url="/tides.mp4" type="video/mp4"/><media:thumbnail url="/tides.jpg"/></media:group></entry>
    <entry><id>tag:3</id><title>Words only</title><link href="https://example.com/words"/></entry></feed>`;
  const { name, entries } = readFeed(feed, ADDRESS);
  expect(name).toBe("Harbour");
  expect(entries.map(tidyEntry)).toMatchObject([
    {
      key: "feed:example.com:tag:1",
      title: "Ropes & knots",
      description: "How to tie.",
      category: "craft",
      tags: ["rope"],
      date: "2020-03-03T07:30:00.000Z",
      media: { url: "https://cdn.example.com/ropes.mp4" },
      playlists: ["Harbour"],
    },
    {
      title: "Tides",
      description: "High and low.",
      category: "At sea",
      date: "2021-01-01T00:00:00.000Z",
      media: { url: "https://cdn.example.com/tides.mp4" },
      picture: { url: "https://cdn.example.com/tides.jpg" },
    },
    { title: "Words only", problem: "It has no video or audio file." },
  ]);
});

test("items of one guid with different files are different items, whose keys a further item does not change", () => {
  const item = (title: string, file: string) =>
    `<item><title>${title}</title><guid>7</guid><enclosure url="https://example.com/${file}" type="audio/mpeg"/></item>`;
  const { entries } = read(item("Evening", "2.mp3") + item("Morning", "1.mp3") + item("Morning again", "1.mp3"));
  expect(entries.map(({ key }) => key)).toEqual([
    "feed:example.com:7 https://example.com/2.mp3",
    "feed:example.com:7 https://example.com/1.mp3",
    "feed:example.com:7 https://example.com/1.mp3",
  ]);
  const further = read(item("Morning", "1.mp3") + item("Evening", "2.mp3") + item("Night", "3.mp3")).entries;
  expect(further.slice(0, 2).map(({ key }) => key)).toEqual([entries[1]?.key, entries[0]?.key]);
});

test("a base that is relative itself counts from the feed's address", () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/media/"><title>A</title>
    <entry><id>1</id><title>B</title><link rel="enclosure" type="video/mp4" href="b.mp4"/></entry></feed>`;
  expect(readFeed(feed, ADDRESS).entries[0]?.media).toEqual({ url: "https://www.example.com/media/b.mp4" });
});

test("items without a category have that of their feed", () => {
  const [own, none] = read(
    `<item><title>A</title><category>News</category></item><item><title>B</title></item>`,
    `<title>Talks</title><itunes:category text="Science"><itunes:category text="Physics"/></itunes:category>`,
  ).entries;
  expect([own?.category, none?.category]).toEqual(["News", "Science"]);
});

test("a date that is none is left out, and an empty feed has no items", () => {
  expect(readOne(`<title>A</title><pubDate>yesterday</pubDate>`)).toMatchObject({ date: null });
  expect(read("", "").entries).toEqual([]);
  expect(read("", "").name).toBe("www.example.com");
});

test.each([
  ["<html><body>Not found</body></html>", "There is no feed"],
  ["no markup at all", "There is no feed"],
])("what is no feed is refused: %s", (text, words) => {
  expect(() => readFeed(text, ADDRESS)).toThrow(words);
});

test("entities that expand to a gigabyte are refused", () => {
  const lines = Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("");
  const bomb = `<!DOCTYPE rss [<!ENTITY e0 "ha">${lines}]><rss><channel><title>&e12;</title></channel></rss>`;
  const began = performance.now();
  try {
    expect(readFeed(bomb, ADDRESS).name.length).toBeLessThan(100_000);
  } catch (error) {
    expect(error).toMatchObject({ code: "invalid" });
  }
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("a feed of many items with one guid is read in a moment", () => {
  const item = `<item><guid>7</guid><title>A</title><enclosure url="https://example.com/a.mp3" type="audio/mpeg"/></item>`;
  const began = performance.now();
  expect(read(item.repeat(20_000), "").entries).toHaveLength(20_000);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("texts beyond the limits are cut or left out, and said", () => {
  const entry = readOne(`<title>${"t".repeat(2_000)}\u0001</title><guid>g</guid>
    <description>${"d".repeat(100_000)}</description><category>${"c".repeat(500)}</category>
    <itunes:keywords>${Array.from({ length: 80 }, (_, at) => `tag ${at}`).join(",")}</itunes:keywords>`);
  expect(entry?.tags).toHaveLength(50);
  expect(entry?.category).toBeNull();
  expect(entry?.notes).toHaveLength(3);
});
