import { email as emailShape } from "@kinora/contract/people/users.ts";
import { projectName } from "@kinora/contract/projects/projects.ts";
import type { Tx } from "@kinora/db/connect.ts";
import { PASSWORD_MINIMUM } from "@kinora/domain/people/passwords.ts";
import type { z } from "zod";
import { addOwner, createAccount } from "../accounts/service.ts";
import type { Services } from "../context.ts";
import { Refusal } from "../platform/refusal.ts";
import { insertProject } from "../projects/queries.ts";
import { storePassword } from "./credentials.ts";
import { hashPassword } from "./passwords.ts";
import { endSessions } from "./sessions.ts";

export interface Person {
  email: string;
  password: string;
  superuser: boolean;
  /** Name of the account they own; it is made, with a first project, when there is none of this name. */
  ownerOf: string | null;
  /** Whether an existing user with this email gets the password, the superuser flag and the account. */
  update?: boolean;
}

/** What making a person takes of the services. */
type PersonServices = Pick<Services, "db" | "clock"> & { config: Pick<Services["config"], "cell"> };

/**
 * Makes a person who can sign in at once, for operators and scripts.
 * @throws Refusal `invalid` for an e-mail, password or account name that cannot be taken, `conflict` when a user has
 *   the e-mail and `update` is not set.
 */
export async function createPerson(services: PersonServices, person: Person) {
  const { db, clock } = services;
  const email = valid(emailShape, person.email);
  const accountName = person.ownerOf === null ? null : valid(projectName, person.ownerOf);
  // An operator at the machine may choose a guessable one, for a test; a short one is refused even so.
  const length = Array.from(person.password).length;
  if (length < PASSWORD_MINIMUM)
    throw new Refusal("invalid", `The password needs at least ${PASSWORD_MINIMUM} characters.`);
  const passwordHash = await hashPassword(person.password);
  return db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
    if (known && person.update !== true)
      throw new Refusal("conflict", `A user with the email ${email} exists. Nothing was changed.`);
    const user = await tx
      .insertInto("users")
      .values({ email, superuser: person.superuser })
      .onConflict((conflict) =>
        conflict.column("email").doUpdateSet({ status: "active", ...(person.superuser ? { superuser: true } : {}) }),
      )
      .returning(["id", "email", "superuser"])
      .executeTakeFirstOrThrow();
    await storePassword(tx, user.id, passwordHash, clock.now());
    await endSessions(tx, user.id);
    const account = accountName === null ? null : await ownedAccount(services, tx, accountName, user.id);
    const project = account && (await firstProject(tx, account.id));
    return { user, account, project };
  });
}

async function ownedAccount({ config }: PersonServices, tx: Tx, name: string, ownerId: number) {
  const known = await tx
    .selectFrom("accounts")
    .select(["id", "name"])
    .where("name", "=", name)
    .where("status", "!=", "closed")
    .orderBy("id")
    .executeTakeFirst();
  if (!known) return createAccount(tx, { name, cell: config.cell, ownerId });
  await addOwner(tx, known.id, ownerId);
  return known;
}

async function firstProject(tx: Tx, accountId: number) {
  const columns = ["id", "hash", "name"] as const;
  const known = await tx
    .selectFrom("projects")
    .select(columns)
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .executeTakeFirst();
  if (known) return known;
  return insertProject(tx, accountId, { name: "First project", domain: "localhost" });
}

function valid<Output>(shape: z.ZodType<Output, string>, text: string): Output {
  const result = shape.safeParse(text);
  if (result.success) return result.data;
  throw new Refusal("invalid", result.error.issues[0]?.message ?? "This value is not valid.");
}
