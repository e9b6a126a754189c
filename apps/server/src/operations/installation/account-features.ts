import type { Tx } from "@kinora/db/connect.ts";
import { FEATURES, type Feature } from "@kinora/domain/operations/features.ts";
import type { Context } from "../../context.ts";
import { lockAccount, missingAccount } from "../../platform/access/account.ts";
import { actorOf } from "../../platform/access/caller.ts";
import { audit } from "../../platform/events/events.ts";
import { readAccountFeatures } from "../../platform/installation/features.ts";

/** Null: as in the installation. */
type OwnFeatures = Record<Feature, boolean | null>;

/** The features of an account that an operator decided for it alone, beside the installation's. @throws Refusal `not_found`. */
export async function readFeatures({ db, installation }: Context, accountId: number) {
  const account = await db.selectFrom("accounts").select("id").where("id", "=", accountId).executeTakeFirst();
  if (!account) throw missingAccount();
  return {
    installation: (await installation.settings()).features,
    own: withNulls(await readAccountFeatures(db, accountId)),
  };
}

/** Decides features for one account, with a line in its audit log. What is so already changes nothing. @throws Refusal `not_found`. */
export const saveFeatures = (context: Context, accountId: number, own: OwnFeatures): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const before = withNulls(await readAccountFeatures(tx, accountId));
    const changed = FEATURES.filter((feature) => before[feature] !== own[feature]);
    if (changed.length === 0) return;
    for (const feature of changed) await store(tx, accountId, feature, own[feature]);
    await audit(tx, {
      accountId,
      projectId: null,
      actor: actorOf(context.caller),
      action: "account.features_changed",
      objectType: "account",
      objectId: account.id,
      objectTitle: account.name,
      changes: Object.fromEntries(changed.map((feature) => [feature, [before[feature], own[feature]]])),
    });
  });

async function store(tx: Tx, accountId: number, feature: Feature, allowed: boolean | null): Promise<void> {
  await tx.deleteFrom("account_features").where("account_id", "=", accountId).where("feature", "=", feature).execute();
  if (allowed === null) return;
  await tx.insertInto("account_features").values({ account_id: accountId, feature, allowed }).execute();
}

const withNulls = (own: Partial<Record<Feature, boolean>>): OwnFeatures => ({
  livestreams: own.livestreams ?? null,
  restreams: own.restreams ?? null,
  imports: own.imports ?? null,
  api_keys: own.api_keys ?? null,
  upload_tokens: own.upload_tokens ?? null,
  webhooks: own.webhooks ?? null,
  downloads: own.downloads ?? null,
});
