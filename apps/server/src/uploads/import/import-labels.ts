import { permissionNames } from "@kinora/domain/people/permission-names.ts";
import { CATEGORY_NAME_MAX } from "@kinora/domain/videos/categories.ts";
import { TAG_NAME_MAX, TAGS_AT_ONCE } from "@kinora/domain/videos/tags.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { Refusal } from "../../platform/refusal.ts";
import { createCategory } from "../../videos/labels/categories.ts";
import { createTags } from "../../videos/labels/tags.ts";

export interface Label {
  id: number;
  name: string;
}

/** Labels by their names in lower case. */
export interface LabelsByName {
  categories: ReadonlyMap<string, Label>;
  /** Names of categories that are switched off: no video is given them, and none of these names can be made. */
  switchedOff: ReadonlySet<string>;
  tags: ReadonlyMap<string, Label>;
}

/** What a row names, and what of it the project does not have. */
export interface RowLabels {
  category: Label | null;
  tags: Label[];
  new_category: string | null;
  new_tags: string[];
}

interface NamedLabels {
  /** A category's name; empty for none. */
  category: string;
  tags: readonly string[];
}

/** The project's categories and tags named in the rows, by name in lower case. */
export async function readLabels(
  { db }: Context,
  { projectId }: ProjectGrant,
  rows: readonly NamedLabels[],
): Promise<LabelsByName> {
  const byName = (labels: readonly Label[]) => new Map(labels.map((label) => [label.name.toLowerCase(), label]));
  const categories = lowered(rows.map(({ category }) => category));
  const tags = lowered(rows.flatMap((row) => row.tags));
  const named = { categories: [] as Label[], switchedOff: [] as Label[], tags: [] as Label[] };
  if (categories.length > 0) {
    const { rows: found } = await sql<Label & { active: boolean }>`
      select id, name, active from categories
      where project_id = ${projectId} and leaving_at is null and lower(name) = any(${categories})`.execute(db);
    named.categories = found.filter(({ active }) => active).map(({ id, name }) => ({ id, name }));
    named.switchedOff = found.filter(({ active }) => !active);
  }
  if (tags.length > 0) {
    const { rows: found } = await sql<Label>`
      select id, name from tags where project_id = ${projectId} and leaving_at is null and lower(name) = any(${tags})`.execute(
      db,
    );
    named.tags = found;
  }
  return {
    categories: byName(named.categories),
    switchedOff: new Set(byName(named.switchedOff).keys()),
    tags: byName(named.tags),
  };
}

/** The labels that a row names, divided by whether they exist. */
export function labelsOf({ category, tags }: NamedLabels, labels: LabelsByName): RowLabels {
  const found = labels.categories.get(category.toLowerCase()) ?? null;
  const known = tags.map((name) => ({ name, tag: labels.tags.get(name.toLowerCase()) }));
  return {
    category: found,
    tags: known.flatMap(({ tag }) => tag ?? []),
    new_category: found || category === "" ? null : category,
    new_tags: known.flatMap(({ name, tag }) => (tag ? [] : [name])),
  };
}

/** Why a label of this name cannot be made, one sentence each; empty when it can. */
export function labelProblems(
  { permissions }: ProjectGrant,
  kind: "category" | "tag",
  name: string,
  { switchedOff }: Pick<LabelsByName, "switchedOff">,
): string[] {
  // It exists: what is to be done is another thing than making it.
  if (kind === "category" && switchedOff.has(name.toLowerCase()))
    return [`"${name}" is switched off. Switch it on in the project's categories, or name another one.`];
  const [permission, most] =
    kind === "category"
      ? (["categories_manage", CATEGORY_NAME_MAX] as const)
      : (["tags_manage", TAG_NAME_MAX] as const);
  return [
    ...(permissions.has(permission)
      ? []
      : [`to create "${name}", your role needs the “${permissionNames[permission]}” permission.`]),
    ...(name.length > most ? [`a name can have up to ${most} characters.`] : []),
  ];
}

/**
 * Makes the categories and tags that rows of an import name and the project does not have, and answers all they name. What was made
 * is kept, whatever becomes of the imports. @throws Refusal `forbidden` or `invalid` before anything is made.
 */
export async function makeLabels(
  context: Context,
  grant: ProjectGrant,
  rows: readonly NamedLabels[],
): Promise<LabelsByName> {
  const known = await readLabels(context, grant, rows);
  const missing = (names: readonly string[], labels: ReadonlyMap<string, Label>) =>
    [...new Map(names.map((name) => [name.toLowerCase(), name])).values()].filter(
      (name) => name !== "" && !labels.has(name.toLowerCase()),
    );
  const categories = missing(
    rows.map(({ category }) => category),
    known.categories,
  );
  const tags = missing(
    rows.flatMap((row) => row.tags),
    known.tags,
  );
  const problems = [
    ...categories.flatMap((name) => labelProblems(grant, "category", name, known)),
    ...tags.flatMap((name) => labelProblems(grant, "tag", name, known)),
  ];
  if (problems[0] !== undefined) {
    const allowed = problems.every((problem) => !problem.includes("permission"));
    throw new Refusal(allowed ? "invalid" : "forbidden", `Labels of this import: ${problems[0]}`);
  }
  for (const name of categories) await createCategory(context, grant, name);
  for (let at = 0; at < tags.length; at += TAGS_AT_ONCE)
    await createTags(context, grant, tags.slice(at, at + TAGS_AT_ONCE));
  return categories.length + tags.length === 0 ? known : readLabels(context, grant, rows);
}

const lowered = (names: readonly string[]) => [
  ...new Set(names.filter((name) => name !== "").map((name) => name.toLowerCase())),
];
