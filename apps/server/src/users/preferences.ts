import type { Context } from "../context.ts";
import { operations } from "../platform/http/operations.ts";

/** A person's display settings of the console's lists, by list. API keys have none. */
async function readPreferences({ db, caller }: Context): Promise<Record<string, string[]>> {
  if (caller.kind !== "user") return {};
  const rows = await db
    .selectFrom("user_preferences")
    .select(["name", "value"])
    .where("user_id", "=", caller.userId)
    .execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

async function savePreference({ db, caller }: Context, name: string, value: readonly string[]): Promise<void> {
  if (caller.kind !== "user") return;
  const row = { user_id: caller.userId, name, value: JSON.stringify(value) };
  await db
    .insertInto("user_preferences")
    .values(row)
    .onConflict((conflict) => conflict.columns(["user_id", "name"]).doUpdateSet({ value: row.value }))
    .execute();
}

export const preferenceRoutes = {
  getPreferences: operations.preferences.getPreferences.handler(async ({ context }) => ({
    data: await readPreferences(context),
  })),
  savePreference: operations.preferences.savePreference.handler(async ({ context, input }) => {
    await savePreference(context, input.name, input.value);
    return { data: await readPreferences(context) };
  }),
};
