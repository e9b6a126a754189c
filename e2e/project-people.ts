import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { connect, type Database } from "@kinora/db/connect.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import type { Page } from "@playwright/test";
import type { Environment } from "./environment.ts";
import { arriveAt, PASSWORD, signIn } from "./sign-in.ts";

export interface Person {
  email: string;
  password: string;
  id: number;
}

/** An account with its owner, its project, and further people with just some permissions. */
export interface PeopleProject {
  db: Database;
  owner: Person;
  accountId: number;
  projectId: number;
  /** Adds a finished video without files. */
  addVideo(values: NewVideo): Promise<void>;
  /** Makes a person whose role in the project holds exactly these permissions. */
  member(permissions: readonly Permission[]): Promise<Person>;
}

interface NewVideo {
  title: string;
  deleted?: boolean;
  tagId?: number;
  categoryId?: number;
}

const project = resolve(import.meta.dirname, "..");

async function createPerson(kinora: Environment, words: readonly string[]) {
  const person = { email: `${randomBytes(6).toString("hex")}@example.com`, password: PASSWORD };
  const { stdout } = await promisify(execFile)(
    resolve(project, "node_modules/.bin/node"),
    ["apps/server/src/cli/main.ts", "user", "create", "--email", person.email, "--password", person.password, ...words],
    { cwd: project, env: { ...process.env, ...kinora.env, DATABASE_URL: kinora.databaseUrl } },
  );
  const made = JSON.parse(stdout) as { user: { id: number }; account?: { id: number }; project?: { id: number } };
  return { ...made, person: { ...person, id: made.user.id } };
}

/** Makes an account with a project, and the person who owns it. An account of that name would get another owner. */
export async function makePeopleProject(kinora: Environment, name: string): Promise<PeopleProject> {
  const unique = `${name} ${randomBytes(3).toString("hex")}`;
  const { person, account, project: made } = await createPerson(kinora, ["--owner-of", unique]);
  if (!account || !made) throw new Error("The command made no account or no project.");
  const db = connect(kinora.databaseUrl, { applicationName: "kinora-test", maximumConnections: 2 });
  return {
    db,
    owner: person,
    accountId: account.id,
    projectId: made.id,
    async addVideo({ title, deleted, tagId, categoryId }) {
      const { id } = await db
        .insertInto("videos")
        .values({
          project_id: made.id,
          account_id: account.id,
          hash: randomBytes(8).toString("hex"),
          title,
          status: "complete",
          playable: true,
          version: 1,
          stored_bytes: 42_000_000,
          category_id: categoryId ?? null,
          deleted_at: deleted ? new Date() : null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (tagId === undefined) return;
      await db.insertInto("video_tags").values({ video_id: id, tag_id: tagId, project_id: made.id }).execute();
    },
    async member(permissions) {
      const { person: member } = await createPerson(kinora, []);
      const role = await db
        .insertInto("roles")
        .values({ account_id: account.id, title: `Role ${member.email}`, permissions: [...permissions] })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("project_members")
        .values({ project_id: made.id, account_id: account.id, user_id: member.id, role_id: role.id })
        .execute();
      return member;
    },
  };
}

/** Makes an API key that may do everything in the project; answers its secret. */
export async function makeApiKey({ db, projectId, accountId }: PeopleProject): Promise<string> {
  const secret = `vk_live_${randomBytes(32).toString("base64url")}`;
  await db
    .insertInto("api_keys")
    .values({
      project_id: projectId,
      account_id: accountId,
      name: "Test",
      prefix: secret.slice(0, 12),
      key_hash: createHash("sha256").update(secret).digest(),
      scopes: ["full"],
    })
    .execute();
  return secret;
}

/** Signs a person in and ends on a page of the console. */
export async function signInTo(page: Page, kinora: Environment, person: Person, path: string): Promise<void> {
  await signIn(page.context(), kinora, person);
  await arriveAt(page, kinora, path);
}
