import { randomBytes } from "node:crypto";
import { connect, type Database } from "@kinora/db/connect.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { createAccount } from "@kinora/server/accounts/service.ts";
import { hashPassword } from "@kinora/server/login/passwords.ts";
import type { BrowserContext, Page } from "@playwright/test";
import type { Environment } from "./environment.ts";
import { arriveAt, PASSWORD, signIn } from "./sign-in.ts";

/** A person who can sign in. */
export interface ConsolePerson {
  id: number;
  email: string;
}

/** An account with an owner and one project. */
export interface ConsolePlace {
  owner: ConsolePerson;
  accountId: number;
  projectId: number;
}

/** Who uses the console in a test: people, their accounts, projects and roles, written straight into the database. */
export class ConsolePeople {
  readonly db: Database;
  readonly #kinora: Environment;
  readonly #passwordHash = hashPassword(PASSWORD);

  constructor(kinora: Environment) {
    this.#kinora = kinora;
    this.db = connect(kinora.databaseUrl, { applicationName: "kinora-test", maximumConnections: 2 });
  }

  close(): Promise<void> {
    return this.db.destroy();
  }

  /** A person without any account. */
  async person(name: string, options: { superuser?: boolean } = {}): Promise<ConsolePerson> {
    const [firstName = name, lastName = ""] = name.split(" ");
    const email = `${firstName.toLowerCase()}-${randomBytes(3).toString("hex")}@example.com`;
    const user = await this.db
      .insertInto("users")
      .values({ email, first_name: firstName, last_name: lastName, superuser: options.superuser ?? false })
      .returning(["id", "email"])
      .executeTakeFirstOrThrow();
    await this.db
      .insertInto("login_credentials")
      .values({ user_id: user.id, password_hash: await this.#passwordHash, changed_at: new Date() })
      .execute();
    return user;
  }

  /** An account of a new owner. */
  async account(name: string, owner: ConsolePerson): Promise<number> {
    const { id } = await this.db
      .transaction()
      .execute((tx) => createAccount(tx, { name, cell: "local", ownerId: owner.id }));
    return id;
  }

  async project(accountId: number, name: string): Promise<number> {
    const { id } = await this.db
      .insertInto("projects")
      .values({ account_id: accountId, hash: randomBytes(8).toString("hex"), name, domain: "example.com" })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }

  /** An owner with an account and a project. */
  async place(accountName: string, projectName = "Films"): Promise<ConsolePlace> {
    const owner = await this.person("Olive Owner");
    const accountId = await this.account(accountName, owner);
    return { owner, accountId, projectId: await this.project(accountId, projectName) };
  }

  /** A member of a project with a role that grants exactly these permissions. */
  async member(
    { accountId, projectId }: Pick<ConsolePlace, "accountId" | "projectId">,
    permissions: readonly Permission[],
  ): Promise<ConsolePerson & { roleId: number }> {
    const title = `Guest ${randomBytes(3).toString("hex")}`;
    const role = await this.db
      .insertInto("roles")
      .values({ account_id: accountId, title, permissions: [...permissions] })
      .returning("id")
      .executeTakeFirstOrThrow();
    const person = await this.person("Mia Member");
    await this.db
      .insertInto("project_members")
      .values({ project_id: projectId, account_id: accountId, user_id: person.id, role_id: role.id })
      .execute();
    return { ...person, roleId: role.id };
  }

  /** Changes what a role grants, as another person would. */
  async grant(roleId: number, permissions: readonly Permission[]): Promise<void> {
    await this.db
      .updateTable("roles")
      .set({ permissions: [...permissions] })
      .where("id", "=", roleId)
      .execute();
  }

  /** Gives a browser the session of a person. */
  signIn(context: BrowserContext, person: ConsolePerson): Promise<void> {
    return signIn(context, this.#kinora, person);
  }

  /** Signs in and arrives at a page of the console. */
  async arrive(page: Page, person: ConsolePerson, path = "/dashboard"): Promise<void> {
    await this.signIn(page.context(), person);
    await arriveAt(page, this.#kinora, path);
  }
}
