const DIVIDERS = [",", ";", "\t", "|"] as const;
/** The line in which spreadsheets name the divider; one that saved it again has dividers after it. */
const NAMED_DIVIDER = /^"?sep=([,;|\t])"?\1*(?:\r\n|[\r\n]|$)/i;

/** The divider that the first line that is not empty has most of, outside quotes; a comma where it has none. */
function dividerOf(source: string, dividers: readonly string[]): string {
  const [line = ""] = /[^\r\n]*/.exec(source.replace(/^[\r\n]+/, "")) ?? [];
  const first = line.replaceAll(/"[^"]*"/g, "");
  const counted = dividers.map((divider) => ({ divider, count: first.split(divider).length }));
  return counted.toSorted((a, b) => b.count - a.count)[0]?.divider ?? ",";
}

/**
 * Reads CSV (RFC 4180) as spreadsheets write it: quoted cells may hold line ends, dividers and doubled quotes; cells are
 * divided by the one of `dividers` that the first line has most of, or that a line `sep=;` names; lines end in CR, LF or both.
 * `line` is where a row begins in the text, from 1. A byte order mark is skipped; empty lines are left out.
 */
export function readCsv(text: string, dividers: readonly string[] = DIVIDERS): { line: number; cells: string[] }[] {
  const marked = text.replace(/^\uFEFF/, "");
  const [sepLine = "", named] = NAMED_DIVIDER.exec(marked) ?? [];
  const source = marked.slice(sepLine.length);
  const divider = named ?? dividerOf(source, dividers);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = "";
  // Read from the cell at each quotation mark, this would take the square of its length.
  let isBlank = true;
  let quoted = false;
  let line = named === undefined ? 1 : 2;
  let begins = line;
  const add = (character: string) => {
    cell += character;
    isBlank &&= character.trim() === "";
  };
  const endCell = () => {
    cells.push(cell);
    cell = "";
    isBlank = true;
  };
  const endRow = () => {
    const isEmpty = cells.length === 0 && isBlank;
    endCell();
    if (!isEmpty) rows.push({ line: begins, cells });
    cells = [];
  };
  for (let at = 0; at < source.length; at++) {
    const character = source.charAt(at);
    const ends = character === "\n" || (character === "\r" && source.charAt(at + 1) !== "\n");
    if (ends) line += 1;
    if (quoted) {
      if (character !== '"') add(character);
      else if (source.charAt(at + 1) === '"') {
        add('"');
        at += 1;
      } else quoted = false;
    } else if (character === '"' && isBlank) {
      quoted = true;
      cell = "";
    } else if (character === divider) endCell();
    else if (ends) {
      endRow();
      begins = line;
    } else if (character !== "\r") add(character);
  }
  if (cell !== "" || cells.length > 0) endRow();
  return rows;
}
