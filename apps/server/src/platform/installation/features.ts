import type { Executor } from "@kinora/db/connect.ts";
import {
  FEATURES,
  featuresOf,
  switchedOffSentence,
  type AccountFeatures,
  type Feature,
  type FeatureSwitches,
} from "@kinora/domain/operations/features.ts";
import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Services } from "../../context.ts";
import { Refusal } from "../refusal.ts";

/** What is decided for one account beside the installation's switches. */
export async function readAccountFeatures(on: Executor, accountId: number): Promise<AccountFeatures> {
  const rows = await on
    .selectFrom("account_features")
    .select(["feature", "allowed"])
    .where("account_id", "=", accountId)
    .execute();
  const known = rows.filter(({ feature }) => FEATURES.some((each) => each === feature));
  return Object.fromEntries(known.map(({ feature, allowed }) => [feature, allowed]));
}

/** Which features an account has. */
export async function accountFeatures(
  { db, installation }: Pick<Services, "db" | "installation">,
  accountId: number,
): Promise<FeatureSwitches> {
  const { features } = await installation.settings();
  return featuresOf(features, await readAccountFeatures(db, accountId));
}

/** Whether the account whose id this is has a feature, as a condition of a query. */
export const hasFeature = (
  accountId: RawBuilder<unknown>,
  feature: Feature,
): RawBuilder<SqlBool> => sql<SqlBool>`coalesce(
  (select allowed from account_features own where own.account_id = ${accountId} and own.feature = ${feature}),
  (select (value->>${sql.lit(feature)})::boolean from installation_settings where name = 'features'),
  true)`;

/** Why an account does not have a feature; null when it does. */
export async function featureRefusal(
  services: Pick<Services, "db" | "installation">,
  accountId: number,
  feature: Feature,
): Promise<string | null> {
  return (await accountFeatures(services, accountId))[feature] ? null : switchedOffSentence(feature);
}

/** @throws Refusal `forbidden` when the feature is switched off for the account. */
export async function requireFeature(
  services: Pick<Services, "db" | "installation">,
  accountId: number,
  feature: Feature,
): Promise<void> {
  const refusal = await featureRefusal(services, accountId, feature);
  if (refusal !== null) throw new Refusal("forbidden", refusal);
}
