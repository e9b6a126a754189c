import type { Executor, Tx } from "@kinora/db/connect.ts";
import { CATEGORIES_MAX, freeSlug, moved, slugOf } from "@kinora/domain/videos/categories.ts";
import { nextColour, type CategoryColour } from "@kinora/domain/videos/category-colours.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { violatedIndex } from "../../platform/database/unique-violation.ts";
import { anywhere } from "../../platform/lists/list-filter.ts";
import { Refusal } from "../../platform/refusal.ts";
import { announceLabel } from "./label-changes.ts";
import { removeLabel } from "./label-removal.ts";

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
  if (search) query = query.where("name", "ilike", anywhere(search));
  return query.execute();
}

/** Adds a category at the end of a project's list. @throws Refusal `invalid` when the name is taken, `conflict` at 500 categories. */
export async function createCategory(context: Context, grant: ProjectGrant, name: string) {
  return refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      const others = await lockList(tx, grant.projectId);
      if (others.length >= CATEGORIES_MAX)
        throw new Refusal("conflict", `A project can have up to ${CATEGORIES_MAX} categories.`);
      const row = await tx
        .insertInto("categories")
        .values({
          project_id: grant.projectId,
          account_id: grant.accountId,
          name,
          slug: freeSlug(slugOf(name), new Set(others.map(({ slug }) => slug))),
          colour: nextColour(others.map(({ colour }) => colour)),
          position: Math.max(-1, ...others.map(({ position }) => position)) + 1,
        })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      await announceLabel(context, tx, grant, { noun: "category", what: "created", id: row.id, name });
      return row;
    }),
  );
}

/** Renames a category and, if wanted, its slug. @throws Refusal `invalid` when another category has either. */
export async function updateCategory(
  context: Context,
  grant: ProjectGrant,
  id: number,
  change: { name: string; slug: string | undefined },
) {
  return refuseTakenName(() =>
    context.db.transaction().execute(async (tx) => {
      const before = await lockOne(tx, grant, id);
      const row = await tx
        .updateTable("categories")
        .set({ name: change.name, ...(change.slug === undefined ? {} : { slug: change.slug }) })
        .where("id", "=", id)
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      if (row.name === before.name && row.slug === before.slug) return row;
      const changes = { name: [before.name, row.name], slug: [before.slug, row.slug] };
      await announceLabel(context, tx, grant, { noun: "category", what: "renamed", id, name: row.name, changes });
      return row;
    }),
  );
}

/** Changes a category's colour. Idempotent. */
export async function colourCategory(context: Context, grant: ProjectGrant, id: number, colour: CategoryColour) {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOne(tx, grant, id);
    if (before.colour === colour) return before;
    const row = await tx
      .updateTable("categories")
      .set({ colour })
      .where("id", "=", id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    const changes = { colour: [before.colour, colour] };
    await announceLabel(context, tx, grant, { noun: "category", what: "coloured", id, name: row.name, changes });
    return row;
  });
}

/** Switches a category on or off. Videos that have it keep it. Idempotent. */
export async function setCategoryStatus(context: Context, grant: ProjectGrant, id: number, active: boolean) {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOne(tx, grant, id);
    if (before.active === active) return before;
    const row = await tx
      .updateTable("categories")
      .set({ active })
      .where("id", "=", id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await announceLabel(context, tx, grant, {
      noun: "category",
      what: active ? "switched_on" : "switched_off",
      id,
      name: row.name,
    });
    return row;
  });
}

/** Moves a category to another position of the project's list, from 0; returns the list in its new order. */
export async function moveCategory(context: Context, grant: ProjectGrant, id: number, position: number) {
  await context.db.transaction().execute(async (tx) => {
    const rows = await lockList(tx, grant.projectId);
    const ids = rows.map((row) => row.id);
    const name = rows.find((row) => row.id === id)?.name;
    if (name === undefined) throw missing();
    const order = moved(ids, id, position);
    await sql`
      update categories set position = place.position
      from unnest(${order}::bigint[], ${order.map((_, index) => index)}::int[]) as place(id, position)
      where categories.id = place.id and categories.position <> place.position`.execute(tx);
    if (order.indexOf(id) === ids.indexOf(id)) return;
    const changes = { position: [ids.indexOf(id), order.indexOf(id)] };
    await announceLabel(context, tx, grant, { noun: "category", what: "moved", id, name, changes });
  });
  return listCategories(context, grant.projectId);
}

/**
 * Deletes a category; its videos, however many, get the successor or none.
 * @throws Refusal `invalid` at `field` when the successor is not another category of the project.
 */
export async function removeCategory(
  context: Context,
  grant: ProjectGrant,
  id: number,
  successor: { id: number; field: "replacement_id" | "into_id" } | null,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const rows = await lockList(tx, grant.projectId);
    const row = rows.find((each) => each.id === id);
    if (!row) throw missing();
    const into = successor === null ? null : rows.find((each) => each.id === successor.id && each.id !== id);
    if (successor !== null && !into) {
      const message = "Choose another category of this project.";
      throw new Refusal("invalid", message, { fields: { [successor.field]: [message] } });
    }
    await removeLabel(context, tx, "category", id, into?.id ?? null);
    const what = successor?.field === "into_id" ? "merged" : "deleted";
    await announceLabel(context, tx, grant, {
      noun: "category",
      what,
      id,
      name: row.name,
      changes: into ? { into: into.name } : {},
    });
  });
}

/**
 * Deletes several categories in one transaction; their videos get the successor or none.
 * @throws Refusal `not_found` when one of them is deleted already, `invalid` when the successor is not another category of the project.
 */
export async function removeCategories(
  context: Context,
  grant: ProjectGrant,
  ids: readonly number[],
  successorId: number | null,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const rows = await lockList(tx, grant.projectId);
    const into = successorId === null ? null : rows.find(({ id }) => id === successorId && !ids.includes(id));
    if (into === undefined) {
      const message = "Choose another category of this project.";
      throw new Refusal("invalid", message, { fields: { replacement_id: [message] } });
    }
    for (const id of ids) {
      const row = rows.find((each) => each.id === id);
      if (!row) throw missing();
      await removeLabel(context, tx, "category", id, into?.id ?? null);
      const changes = into ? { into: into.name } : {};
      await announceLabel(context, tx, grant, { noun: "category", what: "deleted", id, name: row.name, changes });
    }
  });
}

/** The project's categories in order, with its list locked: none is added, moved or removed until the transaction ends. */
async function lockList(tx: Tx, projectId: number) {
  await tx.selectFrom("projects").select("id").where("id", "=", projectId).forNoKeyUpdate().executeTakeFirstOrThrow();
  return categoriesOf(tx, projectId)
    .select(["id", "name", "slug", "colour", "position"])
    .orderBy("position")
    .orderBy("id")
    .execute();
}

async function lockOne(tx: Tx, grant: ProjectGrant, id: number) {
  const row = await categoriesOf(tx, grant.projectId)
    .select(COLUMNS)
    .where("id", "=", id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw missing();
  return row;
}

const missing = () => new Refusal("not_found", "This category does not exist or belongs to another project.");

async function refuseTakenName<Row>(work: () => Promise<Row>): Promise<Row> {
  try {
    return await work();
  } catch (error) {
    const index = violatedIndex(error);
    if (index === null) throw error;
    const [field, message] =
      index === "categories_slug"
        ? ["slug", "Another category has this slug."]
        : ["name", "There is already a category of this name."];
    throw new Refusal("invalid", message, { fields: { [field]: [message] } });
  }
}
