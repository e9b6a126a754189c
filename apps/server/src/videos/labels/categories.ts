import type { Executor, Tx } from "@kinora/db/connect.ts";
import { CATEGORIES_MAX, freeSlug, moved, slugOf } from "@kinora/domain/videos/categories.ts";
import { nextColour, type CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { isNamed } from "../../platform/lists/list-filter.ts";
import { change } from "../../platform/nouns/change.ts";
import { create, lockProject } from "../../platform/nouns/create.ts";
import { missing, type Noun } from "../../platform/nouns/noun.ts";
import { recordRow } from "../../platform/nouns/record.ts";
import { Refusal } from "../../platform/refusal.ts";
import { removeLabel } from "./label-removal.ts";

const CATEGORY: Noun<"categories"> = {
  table: "categories",
  name: "category",
  plural: "categories",
  title: ({ name }) => name,
  most: CATEGORIES_MAX,
  gone: "leaving_at",
  taken: [
    { index: "categories_name", message: "There is already a category of this name." },
    { index: "categories_slug", field: "slug", message: "Another category has this slug." },
  ],
};

const COLUMNS = ["id", "name", "slug", "colour", "active", "videos", "created_at"] as const;
const OPTIONS = 20;

const categoriesOf = (on: Executor, projectId: number) =>
  on.selectFrom("categories").where("project_id", "=", projectId).where("leaving_at", "is", null);

/** The categories of a project in its own order. */
export function listCategories({ db }: Pick<Context, "db">, projectId: number) {
  return categoriesOf(db, projectId).select(COLUMNS).orderBy("position").orderBy("id").execute();
}

/** Categories a video may be given whose name contains the text, in the project's order. */
export function categoryOptions({ db }: Context, projectId: number, search: string | null) {
  let query = categoriesOf(db, projectId)
    .select(["id", "name"])
    .where("active", "=", true)
    .orderBy("position")
    .orderBy("id")
    .limit(OPTIONS);
  if (search) query = query.where(isNamed(search, "name"));
  return query.execute();
}

/** Adds a category at the end of a project's list. @throws Refusal `invalid` when the name is taken, `conflict` at 500 categories. */
export async function createCategory(context: Context, grant: ProjectGrant, name: string) {
  return context.db.transaction().execute(async (tx) => {
    const others = await lockList(tx, grant.projectId);
    return create(context, tx, CATEGORY, grant, {
      name,
      slug: freeSlug(slugOf(name), new Set(others.map(({ slug }) => slug))),
      colour: nextColour(others.map(({ colour }) => colour)),
      position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
    });
  });
}

/** Renames a category and, if wanted, its slug. @throws Refusal `invalid` when another category has either. */
export const updateCategory = (
  context: Context,
  grant: ProjectGrant,
  id: number,
  { name, slug }: { name: string; slug: string | undefined },
) =>
  change(context, CATEGORY, grant, { id }, () => ({
    set: { name, slug },
    action: "renamed",
  }));

/** Changes a category's colour. Idempotent. */
export const colourCategory = (context: Context, grant: ProjectGrant, id: number, colour: CategoryColour) =>
  change(context, CATEGORY, grant, { id }, () => ({ set: { colour }, action: "coloured" }));

/** Switches a category on or off. Videos that have it keep it. Idempotent. */
export const setCategoryStatus = (context: Context, grant: ProjectGrant, id: number, active: boolean) =>
  change(context, CATEGORY, grant, { id }, (before) =>
    before.active === active ? null : { set: { active }, action: active ? "switched_on" : "switched_off", changes: {} },
  );

/** Moves a category to another position of the project's list, from 0; returns the list in its new order. */
export async function moveCategory(context: Context, grant: ProjectGrant, id: number, position: number) {
  await context.db.transaction().execute(async (tx) => {
    const rows = await lockList(tx, grant.projectId);
    const ids = rows.map((row) => row.id);
    const row = rows.find((each) => each.id === id);
    if (!row) throw missing(CATEGORY);
    const order = moved(ids, id, position);
    await sql`
      update categories set position = place.position
      from unnest(${order}::bigint[], ${order.map((_, index) => index)}::int[]) as place(id, position)
      where categories.id = place.id and categories.position <> place.position`.execute(tx);
    const changes = { position: [ids.indexOf(id), order.indexOf(id)] };
    if (order.indexOf(id) !== ids.indexOf(id)) await recordRow(context, tx, CATEGORY, row, "moved", changes);
  });
  return listCategories(context, grant.projectId);
}

/** Deletes one category, or merges it into another one, as `removeCategories` does. */
export const removeCategory = (
  context: Context,
  grant: ProjectGrant,
  id: number,
  successor: { id: number; field: "replacement_id" | "into_id" } | null,
): Promise<void> => removeCategories(context, grant, [id], successor?.id ?? null, successor?.field);

/**
 * Deletes several categories in one transaction; their videos, however many, get the successor or none.
 * @throws Refusal `not_found` when one of them is deleted already, `invalid` at `field` when the successor is not another category of the project.
 */
export async function removeCategories(
  context: Context,
  grant: ProjectGrant,
  ids: readonly number[],
  successorId: number | null,
  field: "replacement_id" | "into_id" = "replacement_id",
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const rows = await lockList(tx, grant.projectId);
    const removed = rows.filter(({ id }) => ids.includes(id));
    if (removed.length < ids.length) throw missing(CATEGORY);
    const into = successorId === null ? null : rows.find(({ id }) => id === successorId && !ids.includes(id));
    if (into === undefined) {
      const message = "Choose another category of this project.";
      throw new Refusal("invalid", message, { fields: { [field]: [message] } });
    }
    for (const row of removed) {
      await removeLabel(context, tx, "category", row.id, into?.id ?? null);
      const action = field === "into_id" ? "merged" : "deleted";
      await recordRow(context, tx, CATEGORY, row, action, into ? { into: into.name } : {});
    }
  });
}

/** The project's categories in order, with its list locked: none is added, moved or removed until the transaction ends. */
async function lockList(tx: Tx, projectId: number) {
  await lockProject(tx, projectId);
  return categoriesOf(tx, projectId).selectAll().orderBy("position").orderBy("id").execute();
}
