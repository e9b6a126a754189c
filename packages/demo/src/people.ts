import { randomBytes } from "node:crypto";
import { CommandError } from "@kinora/server/cli/command.ts";
import type { Services } from "@kinora/server/context.ts";
import { createPerson } from "@kinora/server/login/person.ts";
import { signIn, type Visitor } from "./visitor.ts";

/** The project that is filled, and who may do everything in it. */
export interface SeededProject {
  projectId: number;
  visitor: Visitor;
  /** Only of a project that was created. */
  owner?: SeededPerson;
}

export interface SeededPerson {
  email: string;
  role: string;
}

const OWNER = { first: "Nora", last: "Hale" };
const ACCOUNT = "Harbor Pictures";
/** How the project is called, and the domain that tells it from others. */
export const PROJECT = { name: "North Quay", domain: "northquay.example" };

/** Those who join, by the role they are invited for. */
const MEMBERS = [
  { first: "Mara", last: "Lind", role: "Editor" },
  { first: "Tom", last: "Okafor", role: "Uploader" },
  { first: "Jonas", last: "Weber", role: "Live operator" },
] as const;
const INVITED = { first: "Pia", last: "Santos", role: "Analyst" } as const;

/** One password for everyone of a run, and a domain of its own, so that a further run meets no known address. */
export class DemoPeople {
  readonly password = randomBytes(12).toString("base64url");
  readonly #domain = `harbor-${randomBytes(3).toString("hex")}.example`;
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** The owner of a new account with a new project. */
  async ownProject(): Promise<SeededProject> {
    const email = this.#email(OWNER);
    const { project } = await this.#create(email, await this.#freeAccountName());
    if (!project) throw new CommandError("The demo account wasn't created.");
    const visitor = await this.#signIn(email, OWNER);
    await visitor.api.projects.updateProject({ id: project.id, ...PROJECT });
    return { projectId: project.id, visitor, owner: { email, role: "Owner" } };
  }

  /** Invites people to a project: three join, one invitation stays open. @throws CommandError when a role is missing. */
  async invite({ projectId, visitor }: SeededProject): Promise<Map<string, Visitor & SeededPerson>> {
    const { data: roles } = await visitor.api.users.listRoles({ project_id: projectId });
    const invite = async (email: string, title: string) => {
      const role = roles.find((each) => each.title === title);
      if (!role) throw new CommandError(`The project's account has no role "${title}".`);
      return visitor.api.users.inviteUser({ project_id: projectId, email, role_id: role.id });
    };
    const joined = new Map<string, Visitor & SeededPerson>();
    for (const member of MEMBERS) {
      const email = this.#email(member);
      const { data: invitation } = await invite(email, member.role);
      await this.#create(email, null, true);
      const person = await this.#signIn(email, member);
      await person.login.acceptInvitation({ token: new URL(invitation.link).searchParams.get("token") ?? "" });
      joined.set(member.role, { ...person, email, role: member.role });
    }
    await invite(this.#email(INVITED), INVITED.role);
    return joined;
  }

  #email({ first, last }: { first: string; last: string }): string {
    return `${first}.${last}@${this.#domain}`.toLowerCase();
  }

  #create(email: string, ownerOf: string | null, update = false) {
    return createPerson(this.#services, { email, password: this.password, superuser: false, ownerOf, update });
  }

  async #signIn(email: string, { first, last }: { first: string; last: string }) {
    const person = await signIn(this.#services.config, { email, password: this.password });
    await person.login.updateProfile({ first_name: first, last_name: last });
    return person;
  }

  /** An account of this name belongs to someone else: the demo's gets a name of its own. */
  async #freeAccountName(): Promise<string> {
    const known = await this.#services.db
      .selectFrom("accounts")
      .select("id")
      .where("name", "=", ACCOUNT)
      .limit(1)
      .executeTakeFirst();
    return known ? `${ACCOUNT} ${randomBytes(2).toString("hex")}` : ACCOUNT;
  }
}
