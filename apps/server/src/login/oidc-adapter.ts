import type { Database } from "@kinora/db/connect.ts";
import { errors, type Adapter, type AdapterPayload } from "oidc-provider";
import { isStorable } from "../platform/http/storable-text.ts";

/** Stores the OpenID Connect provider's state in PostgreSQL, one row per object; expired rows are not found. */
export function oidcAdapter(db: Database): (model: string) => Adapter {
  return (model) => {
    const rows = () => db.selectFrom("oidc_payloads").select(["payload", "consumed_at"]).where("model", "=", model);
    const live = async (query: ReturnType<typeof rows>): Promise<AdapterPayload | undefined> => {
      const row = await query
        .where((e) => e.or([e("expires_at", "is", null), e("expires_at", ">", new Date())]))
        .executeTakeFirst();
      if (!row) return undefined;
      const payload: AdapterPayload = row.payload;
      return row.consumed_at ? { ...payload, consumed: Math.floor(row.consumed_at.getTime() / 1000) } : payload;
    };
    return {
      async upsert(id, payload, expiresIn) {
        const values = {
          payload: JSON.stringify(payload),
          grant_id: payload.grantId ?? null,
          user_code: payload.userCode ?? null,
          uid: payload.uid ?? null,
          expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
        };
        await db
          .insertInto("oidc_payloads")
          .values({ model, id, ...values })
          .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
          .execute();
      },
      // Ids come from URLs and bodies; one that PostgreSQL cannot store does not exist.
      find: async (id) => (isStorable(id) ? live(rows().where("id", "=", id)) : undefined),
      findByUid: (uid) => live(rows().where("uid", "=", uid)),
      findByUserCode: (userCode) => live(rows().where("user_code", "=", userCode)),
      // The provider reads before it consumes: of several requests with one code, the first to write it has it.
      async consume(id) {
        const { numUpdatedRows } = await db
          .updateTable("oidc_payloads")
          .set({ consumed_at: new Date() })
          .where("model", "=", model)
          .where("id", "=", id)
          .where("consumed_at", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new errors.InvalidGrant(`${model} was used before`);
      },
      async destroy(id) {
        await db.deleteFrom("oidc_payloads").where("model", "=", model).where("id", "=", id).execute();
      },
      async revokeByGrantId(grantId) {
        await db.deleteFrom("oidc_payloads").where("grant_id", "=", grantId).execute();
      },
    };
  };
}
