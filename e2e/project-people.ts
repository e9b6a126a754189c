import { createHash, randomBytes } from "node:crypto";
import { connect, type Database } from "@kinora/db/connect.ts";
import { insertRow } from "@kinora/db/testing-rows.ts";
import type { Permission } from "@kinora/domain/people/permissions.ts";
import { createPerson } from "@kinora/server/login/person.ts";
import type { Page } from "@playwright/test";
import type { Environment } from "./environment.ts";
import { arriveAs, PASSWORD } from "./sign-in.ts";

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

/**
 * Makes a person as `npm run kinora user create` does, in this process: the start of another one costs more than many a
 * test. two-processes.slow.test.ts gives the command itself.
 */
async function addPerson(db: Database, ownerOf: string | null) {
  const person = { email: `${randomBytes(6).toString("hex")}@example.com`, password: PASSWORD };
  const services = { db, clock: { now: () => new Date() }, config: { cell: "local" } };
  const made = await createPerson(services, { ...person, superuser: false, ownerOf });
  return { ...made, person: { ...person, id: made.user.id } };
}

/** Makes an account with a project, and the person who owns it. An account of that name would get another owner. */
export async function makePeopleProject(kinora: Environment, name: string): Promise<PeopleProject> {
  const unique = `${name} ${randomBytes(3).toString("hex")}`;
  const db = connect(kinora.databaseUrl, { applicationName: "kinora-test", maximumConnections: 2 });
  const { person, account, project: made } = await addPerson(db, unique);
  if (!account || !made) throw new Error("No account or no project was made.");
  return {
    db,
    owner: person,
    accountId: account.id,
    projectId: made.id,
    async addVideo({ title, deleted, tagId, categoryId }) {
      const { id } = await insertRow(db, "videos", {
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
      });
      if (tagId === undefined) return;
      await insertRow(db, "video_tags", { video_id: id, tag_id: tagId, project_id: made.id });
    },
    async member(permissions) {
      const { person: member } = await addPerson(db, null);
      const role = await insertRow(db, "roles", {
        account_id: account.id,
        title: `Role ${member.email}`,
        permissions: [...permissions],
      });
      await insertRow(db, "project_members", {
        project_id: made.id,
        account_id: account.id,
        user_id: member.id,
        role_id: role.id,
      });
      return member;
    },
  };
}

/** Makes an API key that may do everything in the project; answers its secret. */
export async function makeApiKey({ db, projectId, accountId }: PeopleProject): Promise<string> {
  const secret = `vk_live_${randomBytes(32).toString("base64url")}`;
  await insertRow(db, "api_keys", {
    project_id: projectId,
    account_id: accountId,
    name: "Test",
    prefix: secret.slice(0, 12),
    key_hash: createHash("sha256").update(secret).digest(),
    scopes: ["full"],
  });
  return secret;
}

/** Signs a person in and ends on a page of the console. */
export async function signInTo(page: Page, kinora: Environment, person: Person, path: string): Promise<void> {
  await arriveAs(page, kinora, person, path);
}
