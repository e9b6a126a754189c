import type { CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import type { DemoClip } from "@kinora/media/scenes/demo-clip.ts";

/** What becomes of a video after its upload; a damaged one fails. */
export type FootageState = "published" | "scheduled" | "draft" | "damaged" | "trash";

/** A video of the demo: its file, what is written about it, and who uploads it. */
export interface Footage {
  title: string;
  /** Name of the uploaded file. */
  file: string;
  description: string;
  category: string;
  tags: readonly string[];
  clip: DemoClip;
  state: FootageState;
  /** Role of who uploads it; left out: who fills the project. */
  by?: "Editor" | "Uploader";
  captions?: readonly { language: string; label: string; file: string }[];
  /** Plays on the sites of partners only. */
  restricted?: boolean;
  /** Start in seconds and title. */
  chapters?: readonly (readonly [number, string])[];
}

export const CATEGORIES: readonly { name: string; colour: CategoryColour }[] = [
  { name: "Films", colour: "blue" },
  { name: "Interviews", colour: "violet" },
  { name: "Podcast", colour: "teal" },
  { name: "Events", colour: "orange" },
  { name: "Shorts", colour: "yellow" },
  { name: "Behind the scenes", colour: "green" },
  { name: "Archive", colour: "gray" },
];

/** A WebVTT file with a cue every four seconds. */
const subtitles = (...lines: readonly string[]): string =>
  [
    "WEBVTT",
    ...lines.map((line, index) => `00:00:${seconds(4 * index)}.000 --> 00:00:${seconds(4 * index + 3)}.500\n${line}`),
  ].join("\n\n");

const seconds = (value: number): string => String(value).padStart(2, "0");

const LOW_TIDE = [
  {
    language: "en",
    label: "English",
    file: subtitles("The water leaves at five.", "What stays belongs to the birds.", "Then the first ferry comes."),
  },
];
const HARBOR_TALK = [
  {
    language: "en",
    label: "English",
    file: subtitles("Welcome to Harbor talk.", "Today we have three captains with us.", "How did it begin?"),
  },
];
const DAWN = [
  {
    language: "en",
    label: "English",
    file: subtitles("Before the sun, the hills are one color.", "Then there are three.", "And then everything moves."),
  },
  {
    language: "de",
    label: "Deutsch",
    file: subtitles("Vor der Sonne haben die Hügel eine Farbe.", "Dann sind es drei.", "Und dann bewegt sich alles."),
  },
];

/** The demo's videos in the order of their upload. Those at the beginning are small and of every state. */
export const FOOTAGE: readonly Footage[] = [
  {
    ...{ title: "Low tide", file: "low-tide-final.mp4", category: "Films", state: "published" },
    description: "An early walk along the flats, before the first ferry.",
    tags: ["harbor", "weather"],
    clip: { picture: "horizon", variant: 0, width: 640, height: 360, fps: 25, durationSeconds: 14 },
    captions: LOW_TIDE,
    chapters: [
      [0, "The flats"],
      [5, "First ferry"],
      [10, "Full light"],
    ],
  },
  {
    ...{
      title: "Winter program: trailer",
      file: "winter-trailer-v3.mp4",
      category: "Films",
      state: "scheduled",
      by: "Editor",
    },
    description: "What we show from December to February.",
    tags: ["winter", "city"],
    clip: { picture: "paper", variant: 2, width: 640, height: 360, fps: 25, durationSeconds: 8 },
  },
  {
    ...{
      title: "Interview with the harbormaster, take 2",
      file: "interview-take-2.mp4",
      category: "Interviews",
      state: "damaged",
      by: "Uploader",
    },
    description: "",
    tags: ["people"],
    clip: { picture: "waveform", variant: 2, width: 640, height: 360, fps: 25, durationSeconds: 8 },
  },
  {
    ...{
      title: "Lighting test, studio B",
      file: "lighting-test-b.mp4",
      category: "Behind the scenes",
      state: "trash",
      by: "Editor",
    },
    description: "",
    tags: ["sound"],
    clip: { picture: "gradient", variant: 2, width: 640, height: 360, fps: 25, durationSeconds: 6 },
  },
  {
    ...{ title: "Fog over the pier", file: "fog-pier.mp4", category: "Films", state: "draft", by: "Uploader" },
    description: "Unused footage from March.",
    tags: ["weather", "archive"],
    clip: { picture: "gradient", variant: 3, width: 640, height: 360, fps: 25, durationSeconds: 9 },
  },
  {
    ...{
      title: "Harbor talk 12: the last ferry",
      file: "harbor-talk-12.mp4",
      category: "Podcast",
      state: "published",
      by: "Editor",
    },
    description: "Three captains on forty years between the islands.",
    tags: ["people", "sound"],
    clip: { picture: "waveform", variant: 0, width: 640, height: 360, fps: 25, durationSeconds: 64 },
    captions: HARBOR_TALK,
  },
  {
    ...{
      title: "Harbor talk 13: building with the tide",
      file: "harbor-talk-13.mp4",
      category: "Podcast",
      state: "published",
      by: "Editor",
    },
    description: "An engineer explains the new flood gates.",
    tags: ["people", "sound"],
    clip: { picture: "waveform", variant: 1, width: 640, height: 360, fps: 25, durationSeconds: 48 },
  },
  {
    ...{
      title: "Harbor talk 14: names of the wind",
      file: "harbor-talk-14.mp4",
      category: "Podcast",
      state: "scheduled",
      by: "Editor",
    },
    description: "",
    tags: ["people", "weather"],
    clip: { picture: "waveform", variant: 3, width: 640, height: 360, fps: 25, durationSeconds: 36 },
  },
  {
    ...{ title: "Dunes, north side", file: "dunes-north.mp4", category: "Films", state: "published" },
    description: "A still camera and a low sun.",
    tags: ["weather", "archive"],
    clip: { picture: "dunes", variant: 0, width: 960, height: 540, fps: 25, durationSeconds: 16 },
  },
  {
    ...{ title: "Dunes, after the storm", file: "dunes-storm.mp4", category: "Films", state: "published" },
    description: "The same place two days later.",
    tags: ["weather"],
    clip: { picture: "dunes", variant: 1, width: 960, height: 540, fps: 25, durationSeconds: 12 },
  },
  {
    ...{ title: "Blue hour", file: "blue-hour.mp4", category: "Shorts", state: "published", by: "Editor" },
    description: "",
    tags: ["city", "night"],
    clip: { picture: "city", variant: 0, width: 720, height: 1280, fps: 25, durationSeconds: 9 },
  },
  {
    ...{ title: "Night shift", file: "night-shift.mp4", category: "Shorts", state: "published", by: "Editor" },
    description: "The container terminal from the hill.",
    tags: ["city", "night", "harbor"],
    clip: { picture: "city", variant: 1, width: 720, height: 1280, fps: 25, durationSeconds: 8 },
  },
  {
    ...{ title: "City lights from the bridge", file: "bridge-lights.mp4", category: "Films", state: "published" },
    description: "One take at ten in the evening.",
    tags: ["city", "night"],
    clip: { picture: "city", variant: 2, width: 1280, height: 720, fps: 25, durationSeconds: 15 },
  },
  {
    ...{
      title: "Paper coast, making of",
      file: "paper-coast-making-of.mp4",
      category: "Behind the scenes",
      state: "published",
      by: "Editor",
    },
    description: "How twelve sheets of paper become a coast.",
    tags: ["design", "people"],
    clip: { picture: "paper", variant: 0, width: 960, height: 540, fps: 25, durationSeconds: 14 },
  },
  {
    ...{ title: "Paper coast", file: "paper-coast.mp4", category: "Films", state: "published" },
    description: "Our title sequence for the spring festival.",
    tags: ["design"],
    clip: { picture: "paper", variant: 1, width: 1280, height: 720, fps: 25, durationSeconds: 12 },
  },
  {
    ...{
      title: "Paper coast, square cut",
      file: "paper-coast-square.mp4",
      category: "Shorts",
      state: "draft",
      by: "Editor",
    },
    description: "For social channels.",
    tags: ["design"],
    clip: { picture: "paper", variant: 3, width: 720, height: 720, fps: 25, durationSeconds: 8 },
  },
  {
    ...{ title: "Colors of a season", file: "season-colors.mp4", category: "Films", state: "published" },
    description: "Four months in twenty seconds.",
    tags: ["design", "weather"],
    clip: { picture: "gradient", variant: 0, width: 1280, height: 720, fps: 25, durationSeconds: 18 },
  },
  {
    ...{ title: "Green room, loop", file: "green-room-loop.mp4", category: "Events", state: "published", by: "Editor" },
    description: "Background for the foyer screen.",
    tags: ["design"],
    clip: { picture: "gradient", variant: 1, width: 854, height: 480, fps: 25, durationSeconds: 24 },
  },
  {
    ...{ title: "Ember, loop", file: "ember-loop.mp4", category: "Events", state: "published", by: "Editor" },
    description: "Background for the stage.",
    tags: ["design", "winter"],
    clip: { picture: "gradient", variant: 4, width: 854, height: 480, fps: 25, durationSeconds: 18 },
  },
  {
    ...{
      title: "Archive 1998: the old quay",
      file: "archive-1998-quay.mp4",
      category: "Archive",
      state: "published",
      by: "Uploader",
    },
    description: "Transferred from tape.",
    tags: ["archive", "harbor"],
    clip: { picture: "dunes", variant: 2, width: 640, height: 480, fps: 25, durationSeconds: 11 },
  },
  {
    ...{
      title: "Archive 1998: opening day",
      file: "archive-1998-opening.mp4",
      category: "Archive",
      state: "draft",
      by: "Uploader",
    },
    description: "Transferred from tape.",
    tags: ["archive", "people"],
    clip: { picture: "horizon", variant: 2, width: 640, height: 480, fps: 25, durationSeconds: 10 },
  },
  {
    ...{
      title: "Opening night, short report",
      file: "opening-night.mp4",
      category: "Events",
      state: "published",
      by: "Editor",
    },
    description: "Guests, music and the first screening.",
    tags: ["city", "people", "night"],
    clip: { picture: "city", variant: 4, width: 1280, height: 720, fps: 25, durationSeconds: 10 },
    restricted: true,
  },
  {
    ...{
      title: "Season preview for partners",
      file: "season-preview.mp4",
      category: "Events",
      state: "draft",
      by: "Editor",
    },
    description: "Please don't share before the press date.",
    tags: ["winter", "design"],
    clip: { picture: "paper", variant: 6, width: 1280, height: 720, fps: 25, durationSeconds: 9 },
  },
  {
    ...{ title: "Over the hills at dawn", file: "hills-at-dawn.mp4", category: "Films", state: "published" },
    description: "From the ridge above the harbor, with the first sun. Filmed in one take with a slow drone.",
    tags: ["harbor", "weather", "drone"],
    clip: { picture: "horizon", variant: 1, width: 1280, height: 720, fps: 25, durationSeconds: 24 },
    captions: DAWN,
    chapters: [
      [0, "Before sunrise"],
      [8, "First light"],
      [17, "Over the ridge"],
    ],
  },
];
