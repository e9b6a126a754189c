/** The columns beside title and status, in their order; people choose which they see. */
export const COLUMNS = [
  "resolutions",
  "duration",
  "category",
  "tags",
  "uploader",
  "description",
  "file",
  "source",
  "codec",
  "fps",
  "size",
  "published",
  "updated",
  "added",
] as const;
export type Column = (typeof COLUMNS)[number];

export const USUAL_COLUMNS = ["resolutions", "size", "added"];

/** Columns about the uploaded file, which the server reads only for those who look. */
const FACTS: ReadonlySet<string> = new Set<Column>(["source", "codec", "fps"]);
export const showsFacts = (columns: readonly string[]): boolean => columns.some((column) => FACTS.has(column));

/** Columns whose values stand at the right. */
export const NUMBERS: ReadonlySet<string> = new Set<Column>([
  "size",
  "published",
  "updated",
  "added",
  "duration",
  "fps",
]);

/** Columns that a list can be ordered by. */
export const SORTS: Partial<Record<string, "created" | "duration" | "size">> = {
  size: "size",
  added: "created",
  duration: "duration",
};

const WIDTHS: Record<Column, string> = {
  resolutions: "150px",
  duration: "80px",
  category: "120px",
  tags: "150px",
  uploader: "130px",
  description: "180px",
  file: "160px",
  source: "80px",
  codec: "70px",
  fps: "60px",
  size: "80px",
  published: "110px",
  updated: "110px",
  added: "110px",
};

/** The columns somebody sees, in their order. */
export const shownColumns = (columns: readonly string[]): Column[] =>
  COLUMNS.filter((column) => columns.includes(column));

/** The widths of a wide screen's columns; narrower screens have their own. */
export const templateOf = (columns: readonly string[]): string =>
  ["16px", "minmax(200px, 1fr)", "168px", ...shownColumns(columns).map((column) => WIDTHS[column]), "72px"].join(" ");
