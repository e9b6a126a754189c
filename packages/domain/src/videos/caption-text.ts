import { characterNamed } from "./named-characters.ts";

/** What follows the `<` of a tag WebVTT knows, and how it ends; the rest of the tag is its annotation. */
const KNOWN_TAG = /^(\/?)(b|i|u|c|v|lang|ruby|rt)((?:\.[A-Za-z0-9_-]+)*)(?=[ \t]|$)/i;
const MARKUP = /^\/?[a-z]/i;
/** A cue timestamp, from which on a word is said (W3C WebVTT §4.2.2). */
const WORD_TIME = /^(?:(\d{2,4}):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;
/** HTML's, which captions of websites have within a line: a break, or the end of a paragraph. */
const LINE_BREAK = /^(?:br ?\/?|\/p|\/div)$/i;
const ANNOTATION_MAX = 200;
/** A line end and a blank of ASS, which converters leave in SubRip; not a folder of a Windows path. */
const ASS_LINE_END = /(?<!:)\\N/g;
const ASS_BLANK = /(?<!:)\\h/g;

/**
 * One line of a cue as plain WebVTT (W3C WebVTT §4.2.2): the tags it knows and the times of words stay, `<br>` and `\N` begin a line,
 * everything else that looks like markup is taken out or made text. Pure; takes time in proportion to the line's length.
 */
export function plainText(line: string): string {
  const clean = line
    .replaceAll("\t", " ")
    .replaceAll(/\p{Cc}/gu, "")
    .replaceAll(ASS_LINE_END, "\n")
    .replaceAll(ASS_BLANK, "\u00a0");
  const bracket = /[<>]/g;
  let kept = "";
  let text = "";
  for (let at = 0; at < clean.length;) {
    const opens = clean.indexOf("<", at);
    if (opens < 0) {
      text += clean.slice(at);
      break;
    }
    bracket.lastIndex = opens + 1;
    const closes = bracket.exec(clean)?.index ?? clean.length;
    const inside = clean.slice(opens + 1, closes);
    text += clean.slice(at, opens);
    at = closes;
    if (clean[closes] !== ">" || !(MARKUP.test(inside) || WORD_TIME.test(inside))) {
      text += `<${inside}`;
      continue;
    }
    at += 1;
    const tag = LINE_BREAK.test(inside) ? "\n" : keptTag(inside);
    if (tag === null) continue;
    kept += plainRun(text) + tag;
    text = "";
  }
  const lines = (kept + plainRun(text)).split("\n").map((one) => one.trim());
  // An empty line would end the cue.
  return lines.filter((one) => one !== "").join("\n");
}

/** A tag WebVTT knows with its classes, and a speaker or language where it has one; null for any other. */
function keptTag(inside: string): string | null {
  if (WORD_TIME.test(inside)) return `<${inside}>`;
  const [start = "", slash, name = "", classes = ""] = KNOWN_TAG.exec(inside) ?? [];
  const annotation = inside.slice(start.length).trim();
  if (start === "" || annotation.length > ANNOTATION_MAX) return null;
  const tag = name.toLowerCase();
  if (slash) return `</${tag}>`;
  return `<${tag}${classes}${annotation !== "" && (tag === "v" || tag === "lang") ? ` ${annotation}` : ""}>`;
}

/** The character that a number from 128 to 159 means: programs write those of Windows-1252 (HTML §13.2.5.80). */
const windowsCharacter = (code: number): number =>
  code >= 0x80 && code < 0xa0 ? (WINDOWS.decode(Uint8Array.of(code)).codePointAt(0) ?? code) : code;
const WINDOWS = new TextDecoder("windows-1252");

/** A character that is written by its number or name (HTML §13.5); the text as it is where there is none. */
function character(reference: string, name: string): string {
  if (!name.startsWith("#")) return characterNamed(name) ?? reference;
  const code = windowsCharacter(Number(/^#x/i.test(name) ? `0${name.slice(1)}` : name.slice(1)));
  const isText =
    code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return isText ? String.fromCodePoint(code) : reference;
}

const plainRun = (text: string) =>
  text
    .replaceAll(/\{\\[^{}]*\}/g, "")
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,7});/gi, (reference, name: string) =>
      character(reference, name),
    )
    .replaceAll("-->", "→")
    .replaceAll(/&(?!(?:amp|lt|gt|nbsp|lrm|rlm);)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
