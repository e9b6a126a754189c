import type { Proof } from "@kinora/contract/access.ts";
import { isRecentProof, PROOF_MINUTES } from "@kinora/domain/people/sessions.ts";
import type { Context } from "../../context.ts";
import { Refusal } from "../refusal.ts";
import type { Grant } from "./scope.ts";

/**
 * Lets people pass who confirmed their identity lately; API keys are no people and pass.
 * @throws Refusal `confirmation_required`, or `factor_confirmation_required` where the password is not enough: the same
 *   request passes after the proof at the login application.
 */
export async function requireRecentProof(context: Context, proof: Proof, grant: Grant | null): Promise<void> {
  const { caller, clock } = context;
  if (caller.kind !== "user") return;
  if (proof === "keys" && !(await keysNeedProof(context, grant))) return;
  const isFactor = proof === "second_factor";
  if (isRecentProof(isFactor ? caller.factorProvedAt : caller.provedAt, clock.now())) return;
  if (isFactor)
    throw new Refusal(
      "factor_confirmation_required",
      `Confirm it's you with an authenticator code or a passkey. This is valid for ${PROOF_MINUTES} minutes.`,
    );
  throw new Refusal("confirmation_required", `Confirm it's you. This is valid for ${PROOF_MINUTES} minutes.`);
}

async function keysNeedProof({ db }: Context, grant: Grant | null): Promise<boolean> {
  if (!grant) return true;
  const account = await db
    .selectFrom("accounts")
    .select("keys_need_proof")
    .where("id", "=", grant.accountId)
    .executeTakeFirst();
  return account?.keys_need_proof ?? true;
}
