import { projectDocument, type ProjectDocument } from "@kinora/contract/as-code/document.ts";
import { FILE_MAX } from "@kinora/domain/as-code/limits.ts";
import { Composer, isAlias, isNode, isScalar, Lexer, LineCounter, Parser, visit, type CST, type Document } from "yaml";
import { fieldMessage } from "../platform/http/field-messages.ts";
import { isStorable } from "../platform/http/storable-text.ts";
import { Refusal } from "../platform/refusal.ts";

/** Collections inside each other; a project's file has eight at most. */
const DEPTH_MAX = 20;
/** Fields of one object, of which a project's file has some dozens: YAML compares each key with all others. */
const FIELDS_MAX = 200;
/** Entries of one list; tags are the longest of a project's file. */
const ENTRIES_MAX = 5_000;
/** Words, signs, spaces and line ends: what reading takes grows with them, and everyone else waits for it. */
const LEXEMES_MAX = 500_000;
/** Mistakes that one answer names. */
const PROBLEMS_MAX = 20;

type Path = readonly PropertyKey[];

export interface ReadDocument {
  document: ProjectDocument;
  /** "Line 3, column 5: " of the thing at a path, or of what is nearest above it. */
  placeOf(path: Path): string;
}

/**
 * Reads a project from YAML 1.2 (JSON is YAML). What could make a small file a large or endless one is refused: aliases,
 * tags, and collections without end. So are texts that PostgreSQL cannot store, which escapes hide from the request's check.
 * @throws Refusal `invalid` with the line and the column of each mistake.
 */
export function readDocument(text: string): ReadDocument {
  if (text.length > FILE_MAX) throw refusal([["", `A file can have up to ${FILE_MAX / 1_000_000} MB.`]]);
  const lines = new LineCounter();
  const yaml = compose(text, lines);
  const placeAt = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `Line ${line}, column ${col}: `;
  };
  const placeOf = (path: Path) => placeAt(offsetOf(yaml, path));
  const mistakes = [...yaml.errors, ...yaml.warnings]
    .slice(0, PROBLEMS_MAX)
    .map(({ pos: [offset], message }): [string, string] => ["", placeAt(offset) + firstSentence(message)]);
  if (mistakes.length > 0) throw refusal(mistakes);
  visit(yaml, {
    Node(_key, node) {
      if (isScalar(node) && typeof node.value === "string" && !isStorable(node.value))
        throw refusal([["", `${placeAt(node.range?.[0] ?? 0)}This text has characters that cannot be stored.`]]);
      if (!isAlias(node) && node.anchor === undefined) return;
      throw refusal([
        ["", `${placeAt(node.range?.[0] ?? 0)}Anchors and aliases are not allowed here. Write the value again.`],
      ]);
    },
  });
  const parsed = projectDocument.safeParse(yaml.toJS({ maxAliasCount: 0 }), { error: fieldMessage });
  if (parsed.success) return { document: parsed.data, placeOf };
  const issues = parsed.error.issues.flatMap(({ path, message, ...issue }) =>
    // An unknown field is named where it stands, each of several for itself.
    issue.code === "unrecognized_keys"
      ? issue.keys.map((key): [Path, string] => [[...path, key], `There is no field "${key}" here.`])
      : [[path, message] as [Path, string]],
  );
  // Finding a place takes as long as what it is in has fields: only that of what is named is looked for.
  const named = issues.slice(0, PROBLEMS_MAX);
  throw refusal(named.map(([path, message]) => [path.map(String).join("."), placeOf(path) + message]));
}

function compose(text: string, lines: LineCounter): Document.Parsed {
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const tokens: CST.Token[] = [];
  const take = (some: Iterable<CST.Token>) => {
    for (const token of some) {
      tokens.push(token);
      // What follows the first mistake is seldom one.
      if (token.type === "error") return false;
      if (token.type === "document" && tokens.some((other) => other !== token && other.type === "document"))
        throw refusal([["", "Write one project in one file."]]);
    }
    return true;
  };
  let lexemes = 0;
  let isWhole = true;
  for (const lexeme of new Lexer().lex(text)) {
    isWhole = take(parser.next(lexeme));
    if (!isWhole) break;
    // Composing calls itself for each collection, and compares the keys of each: both are limited before.
    if (parser.stack.length > DEPTH_MAX)
      throw refusal([["", "The file has too many lists and objects inside each other."]]);
    lexemes += 1;
    if (lexemes > LEXEMES_MAX || isTooLong(parser.stack.at(-1)))
      throw refusal([["", "The file has more than a project can have."]]);
  }
  if (isWhole) take(parser.end());
  const composer = new Composer({ lineCounter: lines, merge: false, prettyErrors: false, uniqueKeys: true });
  const [document, second] = [...composer.compose(tokens, true, text.length)];
  if (!document || second) throw refusal([["", "Write one project in one file."]]);
  return document;
}

function isTooLong(token: CST.Token | undefined): boolean {
  if (token?.type === "block-map") return token.items.length > FIELDS_MAX;
  if (token?.type === "flow-collection")
    return token.items.length > (token.start.type === "flow-map-start" ? FIELDS_MAX : ENTRIES_MAX);
  return token?.type === "block-seq" && token.items.length > ENTRIES_MAX;
}

/** Where the thing at a path begins, or the nearest one above it that is written. */
function offsetOf(yaml: Document.Parsed, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = yaml.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return yaml.contents?.range[0] ?? 0;
}

const firstSentence = (message: string) => message.split("\n")[0] ?? message;

function refusal(problems: readonly (readonly [string, string])[]): Refusal {
  // Names come from the file: an object would have some of them already, such as `constructor`.
  const fields = Map.groupBy(problems.slice(0, PROBLEMS_MAX), ([field]) => field || "document");
  const messages = [...fields].map(([field, said]) => [field, said.map(([, message]) => message)] as const);
  return new Refusal("invalid", problems[0]?.[1] ?? "The file is not valid.", { fields: Object.fromEntries(messages) });
}
