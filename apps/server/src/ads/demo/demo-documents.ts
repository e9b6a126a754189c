/** Where the demo ad server answers on the edge. */
export const DEMO_FOLDER = "/demo/vast/";
export const DEMO_CLIP = "ad.mp4";
/** The length of the demo ad's media, in seconds. */
export const DEMO_SECONDS = 6;

interface DemoAd {
  id: string;
  sequence?: number;
  /** As in `skipoffset`. */
  skip?: string;
  type?: string;
  media?: string;
}

interface DemoDocument {
  /** For people, in lists of tags; null for parts of other documents. */
  name: string | null;
  /** Makes the document; `edge` is the edge's public URL. */
  write(edge: string): string;
}

const CLIP_TYPE = "video/mp4";
const EVENTS = ["start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "skip", "pause", "resume", "mute"];

const cdata = (url: string) => `<![CDATA[${url}]]>`;
const folder = (edge: string) => `${edge}${DEMO_FOLDER}`;
const beacon = (edge: string, ad: string, event: string) => cdata(`${folder(edge)}beacon?ad=${ad}&event=${event}`);
const errorUrl = (edge: string, ad: string) => cdata(`${folder(edge)}beacon?ad=${ad}&event=error&code=[ERRORCODE]`);

/** The order and the names of what is inside are those of the schema of VAST 4.0, in its namespace. */
const vast = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<VAST version="4.0" xmlns="http://www.iab.com/VAST">${inside}</VAST>\n`;

const tracking = (edge: string, id: string) =>
  EVENTS.map((event) => `<Tracking event="${event}">${beacon(edge, id, event)}</Tracking>`).join("");

function inline(edge: string, { id, sequence, skip, type = CLIP_TYPE, media = DEMO_CLIP }: DemoAd): string {
  return `<Ad id="${id}"${sequence ? ` sequence="${sequence}"` : ""}><InLine>
<AdSystem>Kinora demo</AdSystem><Error>${errorUrl(edge, id)}</Error><Impression>${beacon(edge, id, "impression")}</Impression>
<AdTitle>Demo ad ${id}</AdTitle>
<Creatives><Creative id="${id}" adId="${id}"><UniversalAdId idRegistry="unknown" idValue="unknown">unknown</UniversalAdId>
<Linear${skip ? ` skipoffset="${skip}"` : ""}><TrackingEvents>${tracking(edge, id)}</TrackingEvents>
<Duration>00:00:0${DEMO_SECONDS}</Duration>
<MediaFiles><MediaFile delivery="progressive" type="${type}" width="640" height="360" bitrate="600">${cdata(`${folder(edge)}${media}`)}</MediaFile></MediaFiles>
<VideoClicks><ClickTracking>${beacon(edge, id, "click")}</ClickTracking><ClickThrough id="1">${cdata(`${folder(edge)}clicked`)}</ClickThrough></VideoClicks>
</Linear></Creative></Creatives></InLine></Ad>`;
}

const wrapper = (edge: string, id: string, target: string) =>
  vast(
    `<Ad id="${id}"><Wrapper><AdSystem>Kinora demo</AdSystem>` +
      `<Error>${errorUrl(edge, id)}</Error><Impression>${beacon(edge, id, "impression")}</Impression><Creatives><Creative>` +
      `<Linear><TrackingEvents>${tracking(edge, id)}</TrackingEvents></Linear></Creative></Creatives>` +
      `<VASTAdTagURI>${cdata(folder(edge) + target)}</VASTAdTagURI></Wrapper></Ad>`,
  );

const pod = (edge: string) =>
  vast(inline(edge, { id: "pod-1", sequence: 1 }) + inline(edge, { id: "pod-2", sequence: 2, skip: "00:00:02" }));

const vmapBreak = (edge: string, offset: string, tag: string) =>
  `<vmap:AdBreak timeOffset="${offset}" breakType="linear" breakId="${offset.replaceAll(/\W/g, "")}"><vmap:AdSource id="1">` +
  `<vmap:AdTagURI templateType="vast4">${cdata(folder(edge) + tag)}</vmap:AdTagURI></vmap:AdSource><vmap:TrackingEvents>` +
  `<vmap:Tracking event="breakStart">${beacon(edge, "vmap", "breakStart")}</vmap:Tracking>` +
  `<vmap:Tracking event="breakEnd">${beacon(edge, "vmap", "breakEnd")}</vmap:Tracking></vmap:TrackingEvents></vmap:AdBreak>`;

const vmap = (edge: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<vmap:VMAP xmlns:vmap="http://www.iab.net/videosuite/vmap" version="1.0">` +
  `${vmapBreak(edge, "start", "skippable.xml")}${vmapBreak(edge, "50%", "linear.xml")}${vmapBreak(edge, "end", "linear.xml")}</vmap:VMAP>\n`;

/** Wrappers from `deep-1.xml` on: one more than players follow. */
const DEEP = 6;

/** The documents of the demo ad server, by file name. Pure. */
export const DEMO_DOCUMENTS: Readonly<Record<string, DemoDocument>> = {
  "linear.xml": { name: "Linear ad", write: (edge) => vast(inline(edge, { id: "linear" })) },
  "skippable.xml": {
    name: "Skippable after 2 s",
    write: (edge) => vast(inline(edge, { id: "skippable", skip: "00:00:02" })),
  },
  "pod.xml": { name: "Pod of two ads", write: pod },
  "wrapper.xml": { name: "Two wrappers", write: (edge) => wrapper(edge, "wrapper-1", "wrapper-2.xml") },
  "wrapper-2.xml": { name: null, write: (edge) => wrapper(edge, "wrapper-2", "linear.xml") },
  "loop.xml": { name: "Wrappers in a circle", write: (edge) => wrapper(edge, "loop", "loop.xml") },
  ...Object.fromEntries(
    Array.from({ length: DEEP }, (_, index): [string, DemoDocument] => [
      index === 0 ? "deep.xml" : `deep-${index + 1}.xml`,
      {
        name: index === 0 ? "Too many wrappers" : null,
        write: (edge) => wrapper(edge, `deep-${index + 1}`, index + 1 < DEEP ? `deep-${index + 2}.xml` : "linear.xml"),
      },
    ]),
  ),
  "vmap.xml": { name: "VMAP: start, 50 %, end", write: vmap },
  "empty.xml": { name: "No ad", write: (edge) => vast(`<Error>${errorUrl(edge, "empty")}</Error>`) },
  "bad.xml": { name: "Invalid XML", write: () => "<VAST version='4.0'><Ad>" },
  "wrong-type.xml": {
    name: "Media of a wrong type",
    write: (edge) => vast(inline(edge, { id: "wrong-type", type: "video/x-flv", media: "ad.flv" })),
  },
  "missing-media.xml": {
    name: "Media that is missing",
    write: (edge) => vast(inline(edge, { id: "missing-media", media: "missing.mp4" })),
  },
  "slow-media.xml": {
    name: "Media that never arrives",
    write: (edge) => vast(inline(edge, { id: "slow-media", media: "slow.mp4" })),
  },
};

/** Files that are answered with an error, or not before the client gives up. */
export const DEMO_FAILURES = { "error.xml": "Server error", "slow.xml": "No answer" } as const;

/** The demo ad server's tags for people. */
export function demoTags(edge: string): { name: string; url: string }[] {
  const documents = Object.entries(DEMO_DOCUMENTS).map(([file, { name }]) => ({ file, name }));
  const failures = Object.entries(DEMO_FAILURES).map(([file, name]) => ({ file, name }));
  return [...documents, ...failures].flatMap(({ file, name }) =>
    name === null ? [] : [{ name, url: folder(edge) + file }],
  );
}

/** Whether a URL is one of the demo ad server's, which may be on this machine. */
export const isDemoTag = (edge: string, url: URL): boolean =>
  url.origin === new URL(edge).origin && url.pathname.startsWith(DEMO_FOLDER);
