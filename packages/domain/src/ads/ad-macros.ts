import { AD_TAG_MAX } from "./ad-tag.ts";

/** What the macros of a tag are filled with. */
export interface AdMacroValues {
  /** Any number, another for each request. */
  cachebuster: string;
  /** The page that shows the video. */
  page_url: string;
  /** The video's public ID. */
  content_id: string;
  video_title: string;
  /** Whole seconds; empty for a livestream. */
  duration: string;
  /** The viewer's TCF consent string; empty without one. */
  consent: string;
  device: "desktop" | "mobile" | "tablet";
}

export const AD_MACROS = [
  "cachebuster",
  "page_url",
  "content_id",
  "video_title",
  "duration",
  "consent",
  "device",
] as const satisfies readonly (keyof AdMacroValues)[];

/** The macros of VAST 4.1 (section 6.1) that say the same, so that tags of other players work as they are. */
const VAST_MACROS: Record<string, keyof AdMacroValues> = {
  CACHEBUSTING: "cachebuster",
  PAGEURL: "page_url",
  CONTENTID: "content_id",
  GDPRCONSENT: "consent",
};

const MACRO = /\{([a-z_]+)\}|\[([A-Z]+)\]/g;
const isMacro = (name: string): name is keyof AdMacroValues => AD_MACROS.some((known) => known === name);

/** The tag with its macros replaced by percent-encoded values; macros that are unknown stay as they are. */
export function fillAdMacros(tag: string, values: AdMacroValues): string {
  return tag.replaceAll(MACRO, (text: string, own: string | undefined, standard: string | undefined) => {
    const name = own ?? VAST_MACROS[standard ?? ""];
    return name !== undefined && isMacro(name) ? encodeURIComponent(values[name]) : text;
  });
}

const WRONG = "Enter an http or https URL, such as https://ads.example.com/vast?cb={cachebuster}.";

/** Why a tag cannot be used, for people; null when it can. */
export function adTagProblem(tag: string): string | null {
  if (tag.length > AD_TAG_MAX) return `An ad tag can have up to ${AD_TAG_MAX} characters.`;
  for (const [, name] of tag.matchAll(/\{([^{}]*)\}/g))
    if (name !== undefined && !isMacro(name))
      return `{${name}} is not a macro. Use ${AD_MACROS.map((macro) => `{${macro}}`).join(", ")}.`;
  // A macro in the host would send viewers to whatever site a video's title names.
  const host = tag.replace(/^[a-z]+:\/\//i, "").split(/[/?#]/)[0] ?? "";
  const url = tag.replaceAll(/\{[a-z_]+\}/g, "1");
  if (/\s/.test(tag) || host.includes("{") || !URL.canParse(url)) return WRONG;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== "" || password !== "") return "An ad tag cannot contain a user name or password.";
  return /^https?:$/.test(protocol) && hostname !== "" ? null : WRONG;
}
