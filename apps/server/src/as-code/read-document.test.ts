import { FILE_MAX, TAGS_IN_FILE } from "@kinora/domain/as-code/limits.ts";
import { expect, test } from "vitest";
import { Refusal } from "../platform/refusal.ts";
import { readDocument } from "./read-document.ts";

function problems(text: string): Record<string, string[]> {
  try {
    readDocument(text);
  } catch (error) {
    if (error instanceof Refusal) return error.fields ?? {};
    throw error;
  }
  return {};
}

const many = (count: number, text: string) => Array.from({ length: count }, () => text).join("");

const REFUSED: [string, string, string | RegExp][] = [
  ["", "document", "Line 1, column 1: This can not be empty."],
  ["kinora: 2", "kinora", "Line 1, column 9: Write kinora: 1, the version of the format."],
  ["kinora: 1\ntags:\n  - a\n  - A", "tags.1", 'Line 4, column 5: "A" is in the file twice.'],
  [
    "kinora: 1\nsettings:\n  trash_day: 3",
    "settings.trash_day",
    'Line 3, column 14: There is no field "trash_day" here.',
  ],
  ["kinora: 1\n__proto__: { a: 1 }", "__proto__", 'Line 2, column 12: There is no field "__proto__" here.'],
  ["kinora: 1\nconstructor: 1", "constructor", 'Line 2, column 14: There is no field "constructor" here.'],
  [
    "kinora: 1\nsettings:\n  trash_days: many",
    "settings.trash_days",
    "Line 3, column 15: settings.trash_days must be a number.",
  ],
  ["kinora: 1\ntags: [a", "document", /^Line 2, column 9: Flow sequence in block collection must be/],
  ["kinora: 1\nkinora: 1", "document", "Line 2, column 1: Map keys must be unique"],
  [
    "kinora: 1\ntags: [&a x, *a]",
    "document",
    "Line 2, column 11: Anchors and aliases are not allowed here. Write the value again.",
  ],
  ["kinora: !!js/function 'x'", "document", /^Line 1, column 9: Unresolved tag/],
  ["kinora: 1\n---\nkinora: 1", "document", "Write one project in one file."],
  [`kinora: 1\ntags: ${many(200_000, "[")}`, "document", "The file has too many lists and objects inside each other."],
  [
    `kinora: 1\ntags:\n  ${many(200_000, "- ")}`,
    "document",
    "The file has too many lists and objects inside each other.",
  ],
  ...[
    many(200_000, "a: 1\n"),
    `settings: {${many(200_000, "a: 1, ")}}`,
    `tags: [${many(900_000, "1,")}]`,
    `tags:\n${many(400_000, "- a\n")}`,
    many(400_000, "a b\n"),
    many(1_900_000, "\n"),
  ].map((rest): [string, string, RegExp] => [
    `kinora: 1\n${rest}`,
    "document",
    /^The file has more than a project can have\.$/,
  ]),
  [`kinora: 1\n${many(400_000, "---\n")}`, "document", "Write one project in one file."],
  ['kinora: 1\ntags: ["a\\0"]', "document", "Line 2, column 8: This text has characters that cannot be stored."],
  ['kinora: 1\ntags: ["\\uD800"]', "document", "Line 2, column 8: This text has characters that cannot be stored."],
  [many(FILE_MAX + 1, "#"), "document", "A file can have up to 2 MB."],
  [
    "kinora: 1\nplaylists: [{ name: A, rules: {} }]",
    "playlists.0.rules",
    "Line 2, column 31: Only a smart playlist has rules.",
  ],
  [
    "kinora: 1\nwebhooks: [{ name: A, events: ['*'] }]",
    "webhooks.0.url",
    "Line 2, column 12: Write either a url or inbox: true.",
  ],
  ["kinora: 1\nads: { mode: single }", "ads.single.tags.0", "Line 2, column 6: Enter an ad tag URL."],
  [
    "kinora: 1\nplayers: [{ title: A, default: true }, { title: B, default: true }]",
    "players.1.default",
    "Line 2, column 61: Only one can be the default.",
  ],
];

// Some are megabytes: a name has their beginning.
test.each(REFUSED.map(([text, ...rest]) => [text.slice(0, 80), ...rest, text] as const))(
  "%j is refused at %s",
  (_beginning, field, message, text) => {
    const said = problems(text)[field]?.[0];
    if (typeof message === "string") expect(said).toBe(message);
    else expect(said).toMatch(message);
  },
);

test("bombs of aliases are refused before they grow", () => {
  const levels = Array.from({ length: 30 }, (_, level) => `l${level + 1}: &l${level + 1} [*l${level}, *l${level}]`);
  expect(Object.keys(problems(["kinora: 1", "l0: &l0 [x]", ...levels].join("\n")))).toEqual(["document"]);
});

test("a list of all the tags that a file can have is read", () => {
  const tags = Array.from({ length: TAGS_IN_FILE }, (_, index) => `tag ${index}`);
  expect(readDocument(`kinora: 1\ntags:\n${tags.map((tag) => `  - ${tag}\n`).join("")}`).document.tags).toEqual(tags);
});

test("JSON is YAML, too", () => {
  expect(readDocument('{"kinora": 1, "tags": ["a"]}').document).toEqual({ kinora: 1, tags: ["a"] });
});
