import type { Services } from "../context.ts";
import { audit } from "../platform/events/events.ts";
import { Refusal } from "../platform/refusal.ts";

/** Accounts moved by one transaction. */
const AT_ONCE = 100;

/**
 * Has an account, or all accounts of a cell, served by the API host of another cell; answers how many were not before. The cells
 * share a database and a bucket, so nothing of them is copied: from then on `GET /host` names the other host, and pages that are open
 * go on at the one they have. What was moved before an interruption stays moved, and the next call moves the rest.
 * @param onMoved is called with the number of accounts moved so far.
 * @throws Refusal `invalid` for a cell that KINORA_CELLS does not name, `not_found` for an account that does not exist.
 */
export async function moveToCell(
  { db, config }: Services,
  which: { accountId: number } | { from: string },
  to: string,
  onMoved: (count: number) => void = () => undefined,
): Promise<number> {
  if (!(to in config.cells)) throw new Refusal("invalid", `KINORA_CELLS names no cell ${to}.`);
  if ("accountId" in which) {
    const known = await db.selectFrom("accounts").select("id").where("id", "=", which.accountId).executeTakeFirst();
    if (!known) throw new Refusal("not_found", `There is no account ${which.accountId}.`);
  }
  let moved = 0;
  for (;;) {
    const count = await moveSome({ db }, which, to);
    moved += count;
    if (count === 0) return moved;
    onMoved(moved);
  }
}

const moveSome = ({ db }: Pick<Services, "db">, which: { accountId: number } | { from: string }, to: string) =>
  db.transaction().execute(async (tx) => {
    const accounts = await tx
      .selectFrom("accounts")
      .select(["id", "name", "cell"])
      .where("cell", "<>", to)
      .where((row) => ("accountId" in which ? row("id", "=", which.accountId) : row("cell", "=", which.from)))
      .orderBy("id")
      .limit(AT_ONCE)
      .forUpdate()
      .execute();
    for (const { id, name, cell } of accounts) {
      await tx.updateTable("accounts").set({ cell: to }).where("id", "=", id).execute();
      await audit(tx, {
        ...{ accountId: id, projectId: null, actor: { kind: "operator" } },
        ...{ action: "account.cell_changed", objectType: "account", objectId: id, objectTitle: name },
        changes: { cell: [cell, to] },
      });
    }
    return accounts.length;
  });
