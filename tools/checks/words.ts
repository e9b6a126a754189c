import type { SourceFile } from "./repository.ts";

/** A word that people read and that has a better one. */
export interface WordRule {
  says: RegExp;
  better: string;
  /** Sentences the rule must find, so that it is never blind. */
  examples: readonly string[];
}

/** One word for one thing, and plain words for all. The texts that the specification fixes are in `fixed`. */
export const wordRules: readonly WordRule[] = [
  { says: /\bbegun\b/i, better: "started", examples: ["Encoding begun"] },
  { says: /\banew\b/i, better: "again, or re-encode", examples: ["Make renditions anew"] },
  { says: /(?<!\d.{0,30})\bat once\b/i, better: "immediately", examples: ["It stops playing at once."] },
  { says: /\b(?:by (?:itself|themselves))\b/i, better: "automatically", examples: ["It starts by itself."] },
  { says: /\blooked at\b/i, better: "viewed or analyzed", examples: ["File looked at"] },
  { says: /\bgo(?:es)? on\b(?! air)/i, better: "continue", examples: ["Recording goes on.", "Go on here"] },
  { says: /\btold\b/i, better: "say who says it", examples: ["You are told whom to ask."] },
  { says: /\bwhoever\b/i, better: "anyone who", examples: ["Whoever has it can publish."] },
  { says: /\bwish(?:es|ed)?\b/i, better: "want", examples: ["If you wish"] },
  { says: /\bstands? in\b/i, better: "replaces", examples: ["It stands in for the video."] },
  { says: /\bno video\./i, better: "isn't a video", examples: ["This file is no video."] },
  { says: /\bkb\/s|\bMb\/s|\bkbit\/s|\bMbit\/s|\bMiB\b|\bGiB\b/, better: "kbps, Mbps, MB, GB", examples: ["878 kb/s"] },
  { says: /\d %|\}\} %/, better: "42%, without a space", examples: ["42 % done", "{{percent}} %"] },
  { says: /\b(?:colour|cancelled|programme)\b/i, better: "American spelling", examples: ["Pick a colour"] },
  { says: /\bcan not\b(?! be empty| change| be changed)/i, better: "can't", examples: ["It can not be undone."] },
  {
    says: /^(?!(?:Category|Category status|Tag|Player|Video|Video meta data) )[A-Z][\w ]+ (?:is|are) not (?:added|changed|checked|counted|deleted|made|moved|removed|run|saved|sent|tried)\b/,
    better: "Couldn't …, and the reason",
    examples: ["Webhook is not saved.", "Days are not counted again."],
  },
  { says: /\bEmpty: /, better: "Leave empty for …", examples: ["The public ID. Empty: no referrer."] },
  { says: /^What (?!.*\?$)/, better: "the name of the thing", examples: ["What viewers get"] },
  { says: /\bbegin(?:s|ning)?\b/i, better: "start", examples: ["Nothing begins until you resume."] },
  { says: /\bfurther\b/i, better: "more, or other", examples: ["Further projects"] },
  { says: /\bmay (?!have|be\b|belong|clip)/i, better: "can", examples: ["Owners may do everything."] },
  {
    says: /\b(?:holds?|stands?) (?:for|in|over|under|here|beside|everywhere)\b/i,
    better: "applies, or is shown",
    examples: ["A change holds for everyone."],
  },
  { says: /\bby hand\b/i, better: "manually", examples: ["Verify by hand"] },
  { says: /\bfor good\b/i, better: "permanently", examples: ["Delete for good"] },
  { says: /\bunder way\b/i, better: "in progress", examples: ["Uploads under way stop."] },
  { says: /\buntil now\b/i, better: "so far", examples: ["4 files until now"] },
  { says: /\bside by side\b/i, better: "in parallel", examples: ["Media jobs side by side"] },
  { says: /\bby the (?:clock|schedule)\b/i, better: "on a schedule", examples: ["Next by the schedule"] },
  {
    says: /\b[a-z]+(?:_[a-z]+)*_(?:add|view|manage|edit|publish|delete|replace|download|control|export)\b/,
    better: "the permission's name (permission-names.ts)",
    examples: ["You need the permission video_view."],
  },
];

/** Files whose quoted texts people read. */
export const holdsWords = ({ path }: SourceFile): boolean =>
  /^apps\/console\/src\/.*texts\.ts$/.test(path) || path === "packages/ui/src/kit/kit-texts.ts";

/** The sentences of a service's refusals. */
const REFUSAL = /new Refusal\(\s*"[\w.]+",\s*(["`])((?:\\.|(?!\1).)*)\1/g;

/** The texts of a file with their lines: values of a text file, sentences of refusals elsewhere. */
export function textsIn(file: SourceFile): { line: number; text: string }[] {
  const found = holdsWords(file)
    ? file.text.matchAll(/:\s*(["`])((?:\\.|(?!\1)[^\n])*)\1/g)
    : file.text.matchAll(REFUSAL);
  return [...found].map(({ index, 2: text = "" }) => ({ line: file.text.slice(0, index).split("\n").length, text }));
}

/** What people read in another word than the one for it: `path:line "text": better`. */
export function wrongWords(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    textsIn(file).flatMap(({ line, text }) =>
      wordRules
        .filter(({ says }) => says.test(text.replaceAll(/\{\{\w+\}\}/g, "{{}}")))
        .map(({ better }) => `${file.path}:${line} "${text}": ${better}`),
    ),
  );
}
