/** What a cell holds; moments are written in UTC, nothing as an empty cell. */
export type Cell = string | number | boolean | Date | null;

/** Spreadsheets take a cell that begins like this for a formula (OWASP, CSV injection). */
const FORMULA = /^[\s"]*[=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}]|^[\t\r]/u;

/**
 * Where a formula would begin for a spreadsheet that divides cells at semicolons or tabs, as many languages' do: the
 * quotes around a cell of ours then stand in the middle of its cell and hold nothing together, not even lines.
 */
const FORMULA_INSIDE = /([;\t\r\n|])(?=[\s"]*[=+\-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}])/gu;

/**
 * One line of CSV (RFC 4180) with its end. What people typed is never a formula when a spreadsheet opens it: an
 * apostrophe before it says that it is text.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number" || typeof cell === "boolean") return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const inside = cell.replaceAll(FORMULA_INSIDE, "$1'");
  const safe = FORMULA.test(inside) ? `'${inside}` : inside;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
