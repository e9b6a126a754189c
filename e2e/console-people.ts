import { randomBytes } from "node:crypto";
import { connect, type Database } from "@kinora/db/connect.ts";
import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { createAccount } from "@kinora/server/accounts/service.ts";
import { hashPassword } from "@kinora/server/login/passwords.ts";
import type { BrowserContext, Page } from "@playwright/test";
import type { Environment } from "./environment.ts";
import { arriveAs, PASSWORD, signIn } from "./sign-in.ts";

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
  readonly #passwordHash = hashPassword(PASSWORD);
  #product: { kinora: Environment; db: Database } | null = null;

  /** @param kinora where they are, unless `open` says it later. */
  constructor(kinora?: Environment) {
    if (kinora) this.open(kinora);
  }

  open(kinora: Environment): void {
    const db = connect(kinora.databaseUrl, { applicationName: "kinora-test", maximumConnections: 2 });
    this.#product = { kinora, db };
  }

  async close(): Promise<void> {
    await this.#product?.db.destroy();
  }

  get db(): Database {
    return this.#opened.db;
  }

  get #opened() {
    if (!this.#product) throw new Error("These people have no product yet.");
    return this.#product;
  }

  /** A person without any account. */
  async person(name: string, options: { superuser?: boolean } = {}): Promise<ConsolePerson> {
    const [firstName = name, lastName = ""] = name.split(" ");
    const email = `${firstName.toLowerCase()}-${randomBytes(3).toString("hex")}@example.com`;
    const user = await insertRow(this, "users", {
      email,
      first_name: firstName,
      last_name: lastName,
      superuser: options.superuser ?? false,
    });
    await insertRow(this, "login_credentials", {
      user_id: user.id,
      password_hash: await this.#passwordHash,
      changed_at: new Date(),
    });
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
    const { id } = await insertRow(this, "projects", {
      account_id: accountId,
      hash: randomBytes(8).toString("hex"),
      name,
      domain: "example.com",
    });
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
    const role = await insertRow(this, "roles", { account_id: accountId, title, permissions: [...permissions] });
    const person = await this.person("Mia Member");
    await insertRow(this, "project_members", {
      project_id: projectId,
      account_id: accountId,
      user_id: person.id,
      role_id: role.id,
    });
    return { ...person, roleId: role.id };
  }

  /** Changes what a role grants, as another person would. */
  async grant(roleId: number, permissions: readonly Permission[]): Promise<void> {
    await updateRows(this, "roles", { id: roleId }, { permissions: [...permissions] });
  }

  /** Gives a browser the session of a person. */
  signIn(context: BrowserContext, person: ConsolePerson): Promise<void> {
    return signIn(context, this.#opened.kinora, person);
  }

  /** Signs in and arrives at a page of the console. */
  async arrive(page: Page, person: ConsolePerson, path = "/dashboard"): Promise<void> {
    await arriveAs(page, this.#opened.kinora, person, path);
  }
}
