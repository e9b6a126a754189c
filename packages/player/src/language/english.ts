import { EMBED_NOTICES } from "@kinora/domain/playback/embed-page.ts";

/** What the player says in English; a text with a blank is a function of what goes there. */
export const ENGLISH = {
  videoPlayer: "Video player",
  quality: "Quality",
  speed: "Speed",
  captions: "Captions",
  captionsSize: "Captions size",
  captionsStyle: "Captions style",
  captionSizes: { "75": "Small", "100": "Normal", "150": "Large", "200": "Very large" },
  captionStyles: {
    dark: "White on black",
    yellow: "Yellow on black",
    light: "Black on white",
    outline: "White, outlined",
  },
  backFrom: (title: string) => `${title}: back to settings`,
  latency: "Latency",
  measuringLatency: "Measuring latency…",
  behindLive: (seconds: string) => `${seconds} s behind live`,
  download: "Download",
  mostWatched: "Most watched parts",

  share: "Share",
  shareLink: "Link",
  startAt: "Start at",
  copyLink: "Copy link",
  shareWith: "Share…",
  close: "Close",
  linkCopied: "Link copied.",
  pressToCopy: "Press Ctrl+C or ⌘C to copy the link.",

  problems: {
    unreachable: { title: "The video could not be loaded", text: "Check your connection and try again." },
    unplayable: { title: "This browser could not play the video", text: "Try again, or use another browser." },
    gone: { title: "This video is not available", text: "It may have been removed or made private." },
    nothing: { title: "No video can be played", text: "They may be private or removed." },
  },
  tryAgain: "Try again",

  untitled: "Untitled",
  notAvailable: "Not available",
  onAir: "On air",
  previousVideo: "Previous video",
  nextVideo: "Next video",
  shuffle: "Shuffle",
  repeatPlaylist: "Repeat playlist",
  upNext: "Up next",
  playNow: "Play now",
  cancel: "Cancel",
  startsIn: (seconds: number) => `Starts in ${seconds} s`,

  advertisement: "Advertisement",
  ad: "Ad",
  adOf: (number: number, total: number) => `Ad ${number} of ${total}`,
  playAd: "Play ad",
  pauseAd: "Pause ad",
  muteAd: "Mute ad",
  unmuteAd: "Unmute ad",
  skipAd: "Skip ad",
  skipIn: (seconds: number) => `Skip in ${seconds}`,
  learnMore: "Learn more",
  fullScreen: "Full screen",

  notices: EMBED_NOTICES,
  preparation: "Preparation",
  startsSoon: "Starts soon",
  begins: (date: string) => `It begins on ${date} and starts here automatically.`,
  channelEnded: "This channel has ended",
  nextVideoSoon: "Next video starts soon",
};

/** The same in any language. */
export type PlayerTexts = typeof ENGLISH;
