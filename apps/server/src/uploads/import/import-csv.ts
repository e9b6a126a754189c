import { composed } from "@kinora/domain/composed.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import { LADDER_PRESETS, type LadderPreset } from "@kinora/domain/transcoding/ladder-presets.ts";
import { IMPORTS_AT_ONCE } from "@kinora/domain/uploads/uploads.ts";
import { splitTags } from "@kinora/domain/videos/tags.ts";
import { VIDEO_DESCRIPTION_MAX, VIDEO_TITLE_MAX } from "@kinora/domain/videos/videos.ts";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { labelProblems, labelsOf, readLabels, type LabelsByName, type RowLabels } from "./import-labels.ts";

const COLUMNS = ["url", "title", "description", "category", "tags", "publish", "publish_at", "resolutions"] as const;
type Column = (typeof COLUMNS)[number];

const YES = new Set(["true", "yes", "1"]);
const NO = new Set(["false", "no", "0"]);

/**
 * Parses a CSV of imports: the import of each row with its errors. Categories and tags that the project does not have
 * are errors, unless the import is to create them.
 * @throws Refusal `invalid` when it has no column `url`, no row, or more than 200 of them.
 */
export async function previewImports(
  context: Context,
  grant: ProjectGrant,
  csv: string,
  { createsLabels = false }: { createsLabels?: boolean } = {},
) {
  const { names, rows, cell } = readRows(csv);
  const labels = await readLabels(
    context,
    grant,
    rows.map(({ cells }) => ({ category: cell(cells, "category"), tags: splitTags(cell(cells, "tags")) })),
  );
  const seen = new Map<string, number>();
  const data = rows.map(({ line, cells }) => {
    const errors: string[] = [];
    // A comma or another divider in a title that is not quoted; what follows it would be lost.
    if (cells.slice(names.length).some((text) => text.trim() !== ""))
      errors.push(
        "This row has more cells than the first line: put quotation marks around texts that contain the divider.",
      );
    const url = cell(cells, "url");
    if (!/^https?:\/\//i.test(url) || !URL.canParse(url))
      errors.push("url: write an address that begins with http:// or https://.");
    const before = seen.get(url);
    if (before !== undefined) errors.push(`url: the same address is on line ${before}.`);
    else seen.set(url, line);
    const [title, description] = [cell(cells, "title"), cell(cells, "description")];
    if (title.length > VIDEO_TITLE_MAX) errors.push(`title: up to ${VIDEO_TITLE_MAX} characters.`);
    if (description.length > VIDEO_DESCRIPTION_MAX)
      errors.push(`description: up to ${VIDEO_DESCRIPTION_MAX} characters.`);
    const named = labelsOf({ category: cell(cells, "category"), tags: splitTags(cell(cells, "tags")) }, labels);
    errors.push(...newLabelProblems(grant, named, labels, createsLabels));
    const publish = readPublish(cell(cells, "publish").toLowerCase(), errors);
    const publishAt = readPublishAt(cell(cells, "publish_at"), errors);
    const preset = readPreset(cell(cells, "resolutions").toLowerCase(), errors);
    if ((publish || publishAt) && !grant.permissions.has("video_publish"))
      errors.push("publish: your role lacks the “Publish videos” permission.");
    return {
      line,
      item: {
        url,
        title,
        description,
        ...named,
        publish,
        publish_at: publishAt,
        ladder_preset: preset,
      },
      errors,
    };
  });
  const ignored = names.filter((name) => name !== "" && !COLUMNS.some((column) => column === name));
  return { data, valid: data.filter(({ errors }) => errors.length === 0).length, ignored_columns: ignored };
}

/** The rows below the head, and what reads a column's cell of them. @throws Refusal as `previewImports` does. */
function readRows(csv: string) {
  if (csv.includes("\uFFFD")) {
    throw wrongFile(
      "Characters of this file were lost, because it was read in another encoding than its own. Save it as CSV UTF-8.",
    );
  }
  // Spreadsheets write the empty rows of a sheet as rows of dividers.
  const [head, ...rows] = readCsv(csv).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const names = (head?.cells ?? []).map((name) => name.trim().toLowerCase());
  if (!names.includes("url"))
    throw wrongFile(`The first line must name the columns: ${COLUMNS.join(",")}. Only url is needed.`);
  if (rows.length === 0) throw wrongFile("This file has no rows below its first line.");
  if (rows.length > IMPORTS_AT_ONCE)
    throw wrongFile(`This file has ${rows.length} rows; import up to ${IMPORTS_AT_ONCE} at once.`);
  // An address keeps the letters it is known by; names are composed, as those of labels are.
  const cell = (cells: readonly string[], column: Column) => {
    const text = (cells[names.indexOf(column)] ?? "").trim();
    return column === "url" ? text : composed(text);
  };
  return { names, rows, cell };
}

/** Why the labels that a row names and the project does not have cannot be given. */
function newLabelProblems(grant: ProjectGrant, row: RowLabels, labels: LabelsByName, createsLabels: boolean): string[] {
  const { new_category: category, new_tags: tags } = row;
  const missing = (kind: "category" | "tag", name: string, words: string) =>
    createsLabels ? labelProblems(grant, kind, name, labels) : [words];
  const ofCategory =
    category === null ? [] : missing("category", category, `there is none called "${category}" that is switched on.`);
  const ofTags = tags.flatMap((name) => missing("tag", name, `there is none called "${name}".`));
  return [...ofCategory.map((problem) => `category: ${problem}`), ...ofTags.map((problem) => `tags: ${problem}`)];
}

function readPublish(text: string, errors: string[]): boolean | null {
  if (text === "") return null;
  if (!YES.has(text) && !NO.has(text)) errors.push("publish: write yes or no.");
  return YES.has(text);
}

function readPublishAt(text: string, errors: string[]): string | null {
  if (text === "") return null;
  const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : null;
  if (moment && !Number.isNaN(moment.getTime())) return moment.toISOString();
  errors.push("publish_at: write the time as 2030-01-31T18:00:00Z.");
  return null;
}

function readPreset(text: string, errors: string[]): LadderPreset | null {
  const preset = LADDER_PRESETS.find((known) => known === text) ?? null;
  if (text !== "" && !preset) errors.push(`resolutions: write ${LADDER_PRESETS.join(", ")} or nothing.`);
  return preset;
}

const wrongFile = (message: string) => new Refusal("invalid", message, { fields: { csv: [message] } });
