import { proofName, proofValue } from "@kinora/domain/people/own-provider.ts";
import { z } from "zod";
import type { Services } from "../../context.ts";
import { lockAccount } from "../../platform/access/account.ts";
import type { Chore } from "../../platform/jobs/chores.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { greeting } from "../greeting.ts";
import { recordSignIn } from "./account-lines.ts";

const DAY_MS = 86_400_000;
/** Domains of one run: a name server that does not answer takes seconds. */
const AT_ONCE = 100;

/** Looks for the records of proved mail domains once a day: a lost one is shown, and its account's owners get a mail. */
export const checkProofs: Chore = {
  name: "login.check_domain_proofs",
  does: "Looks for the records that prove mail domains, and mails owners whose record is gone.",
  everySeconds: 3_600,
  async run(services) {
    const due = await services.db
      .selectFrom("own_provider_domains")
      .select(["account_id", "domain", "token", "lost_at"])
      .where("verified_by", "=", "dns")
      .where((e) =>
        e.or([e("checked_at", "is", null), e("checked_at", "<", new Date(services.clock.now().getTime() - DAY_MS))]),
      )
      .orderBy("checked_at", (order) => order.asc().nullsFirst())
      .limit(AT_ONCE)
      .execute();
    for (const claim of due) await checkProof(services, claim);
  },
};

interface Claim {
  account_id: number;
  domain: string;
  token: string;
  lost_at: Date | null;
}

/** Name servers that do not answer prove nothing, and refute nothing: the domain is looked up again in an hour. */
async function checkProof(services: Services, claim: Claim): Promise<void> {
  const { account_id: accountId, domain, token } = claim;
  let found: string[];
  try {
    found = await services.dns.texts(proofName(domain));
  } catch (error) {
    services.log.info({ err: error, domain }, "the proof of a mail domain could not be looked up");
    return;
  }
  const isThere = found.some((text) => text.trim() === proofValue(token));
  const now = services.clock.now();
  await services.db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, accountId);
    const noted = await tx
      .updateTable("own_provider_domains")
      .set({ checked_at: now, lost_at: isThere ? null : (claim.lost_at ?? now) })
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .where("token", "=", token)
      .returning("domain")
      .executeTakeFirst();
    if (!noted || isThere === (claim.lost_at === null)) return;
    const context = { ...services, caller: { kind: "anonymous" as const } };
    const action = isThere ? "account.sign_in_domain_found" : "account.sign_in_domain_lost";
    await recordSignIn(context, tx, account, { action, changes: { domain } });
    if (isThere) return;
    const owners = await tx
      .selectFrom("account_owners")
      .select("user_id")
      .where("account_id", "=", accountId)
      .execute();
    for (const { user_id: userId } of owners)
      await services.jobs.send(tx, lostProofMail, { accountId, domain, userId });
  });
}

/** Mails an owner that the record of a mail domain is gone. */
export const lostProofMail = task({
  name: "login.lost_proof_mail",
  payload: z.object({ accountId: z.number(), domain: z.string(), userId: z.number() }),
  async run({ db, mail, config }, { accountId, domain, userId }) {
    const user = await db.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirst();
    const claim = await db
      .selectFrom("own_provider_domains")
      .select(["token", "lost_at"])
      .where("account_id", "=", accountId)
      .where("domain", "=", domain)
      .executeTakeFirst();
    if (!user || !claim?.lost_at) return;
    await mail.send({
      kind: "lost_proof",
      to: user.email,
      subject: `The TXT record of ${domain} is missing`,
      text: [
        greeting(user),
        `People with addresses of ${domain} sign in with your identity provider, because a TXT record proved that the domain is yours. That record is missing now:`,
        `Name: ${proofName(domain)}\nValue: ${proofValue(claim.token)}`,
        "Nothing changes for now. Add the record again, or remove the domain in the account settings:",
        `${config.urls.console}/account/settings`,
      ].join("\n\n"),
    });
  },
});
