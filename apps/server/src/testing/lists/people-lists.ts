import { randomUUID } from "node:crypto";
import { deleteRows, insertRow, insertRows, selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { newHash } from "../../platform/secrets/hash.ts";
import { members, users } from "../../platform/testing.ts";
import { onDay, placeOf, three, type ListMaker, type ListSample, type Place } from "./list-sample.ts";

/** Gives people last names in the order of `names`. */
async function nameThem({ services }: Place, ids: readonly number[], names: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) await updateRows(services, "users", { id }, { last_name: names[at] ?? "" });
}

/** Members of the project with roles of their own; the ids are in the order of the names. */
async function namedMembers(place: Place, names: readonly string[]): Promise<number[]> {
  const places = names.map(() => place);
  const ids = (await members(place.services, places, ["video_view"])).map(({ userId }) => userId);
  await nameThem(place, ids, names);
  return ids;
}

async function roleOf({ services, projectId }: Place, userId: number): Promise<number> {
  const row = await selectRow(services, "project_members", { project_id: projectId, user_id: userId }, "role_id");
  return row.role_id;
}

/** A second project of the account. */
export async function anotherProject(place: Place, name: string, domain: string): Promise<number> {
  const row = await insertRow(place.services, "projects", {
    account_id: place.accountId,
    hash: newHash(),
    name,
    domain,
  });
  return row.id;
}

export const listUsers: ListMaker = async (place) => {
  const { db } = place.services;
  await nameThem(place, [place.ownerId], ["Bee"]);
  const [cat = 0, ant = 0] = await namedMembers(place, ["Cat", "Ant"]);
  const role = await roleOf(place, ant);
  await deleteRows(db, "project_members", { user_id: ant });
  await insertRow(db, "blocked_members", {
    ...placeOf(place),
    user_id: ant,
    role_id: role,
    reason: "A reason",
    blocked_by: null,
  });
  return {
    rows: [ant, place.ownerId, cat],
    filters: {
      search: [{ search: "bee" }, [place.ownerId]],
      role: [{ role }, [ant]],
      status: [{ status: "active" }, [place.ownerId, cat]],
    },
  };
};

export const listInvitations: ListMaker = async (place) => {
  const { db } = place.services;
  const [member = 0] = await namedMembers(place, ["Ant"]);
  const role = await roleOf(place, member);
  const invitation = () => ({
    ...placeOf(place),
    email: `${randomUUID()}@example.com`,
    role_id: role,
    expires_at: new Date(Date.now() + 86_400_000),
  });
  const [accepted, revoked, pending] = await three(
    db
      .insertInto("project_invitations")
      .values([{ ...invitation(), accepted_at: onDay(1) }, { ...invitation(), revoked_at: onDay(1) }, invitation()])
      .returning("id"),
  );
  return { rows: [pending, revoked, accepted], filters: { state: [{ state: "accepted" }, [accepted]] } };
};

export const listAccountMembers: ListMaker = async (place) => {
  const other = await anotherProject(place, "Other project", "example.org");
  const [cat = 0, ant = 0] = await namedMembers(place, ["Cat", "Ant"]);
  const [bee = 0] = await namedMembers({ ...place, projectId: other }, ["Bee"]);
  return {
    rows: [ant, bee, cat],
    filters: { search: [{ search: "bee" }, [bee]], project: [{ project: place.projectId }, [ant, cat]] },
  };
};

/** Two more projects, the last of them suspended. */
export const listAccountProjects = async (place: Place): Promise<ListSample> => {
  const bees = await anotherProject(place, "Bees", "example.org");
  const ants = await anotherProject(place, "Ants", "example.net");
  const { db } = place.services;
  await updateRows(db, "projects", { id: ants }, { suspended_at: onDay(1) });
  return {
    rows: [ants, bees, place.projectId],
    filters: { search: [{ search: "bees" }, [bees]], status: [{ status: "suspended" }, [ants]] },
  };
};

export const listInstallationProjects: ListMaker = async (place) => {
  const { rows, filters } = await listAccountProjects(place);
  const query = { account: place.accountId };
  return { query, rows, filters: { ...filters, account: [query, rows] } };
};

export const listInstallationPeople: ListMaker = async (place) => {
  const { db } = place.services;
  const [bee = 0, ant = 0] = await namedMembers(place, ["Bee", "Ant"]);
  await updateRows(db, "users", { id: bee }, { superuser: true });
  const all = [ant, bee, place.ownerId];
  return {
    query: { account: place.accountId },
    rows: all,
    filters: {
      search: [{ search: "bee" }, [bee]],
      show: [{ show: "superuser" }, [bee]],
      account: [{ account: place.accountId }, all],
    },
  };
};

export const listAccounts: ListMaker = async ({ services: { db } }) => {
  const name = randomUUID();
  const account = (title: string) => ({ name: `${title} ${name}`, cell: "local" });
  const [bees, ants, cats] = await three(
    db
      .insertInto("accounts")
      .values([{ ...account("Bees"), status: "suspended" }, account("Ants"), account("Cats")])
      .returning("id"),
  );
  return {
    query: { search: name },
    rows: [cats, ants, bees],
    filters: {
      search: [{ search: `Ants ${name}` }, [ants]],
      status: [{ status: "suspended" }, [bees]],
    },
  };
};

export const listSignInPeople: ListMaker = async (place) => {
  const people = await users(place.services, 3);
  await insertRows(
    place.services,
    "own_provider_people",
    people.map((user_id) => ({
      account_id: place.accountId,
      issuer: "https://192.0.2.1/people",
      subject: randomUUID(),
      user_id,
    })),
  );
  return { rows: people, filters: {} };
};

export const listAudit: ListMaker = async (place) => {
  const entry = (action: string, kind: "user" | "system", day: number) => ({
    ...placeOf(place),
    action,
    actor: JSON.stringify(kind === "user" ? { kind, user_id: place.ownerId } : { kind }),
    object_type: action.slice(0, action.indexOf(".")),
    object_id: 1,
    object_title: `Of ${action}`,
    changes: "{}",
    ip: null,
    created_at: onDay(day),
  });
  const [video, tag, stream] = await three(
    place.services.db
      .insertInto("audit_log")
      .values([entry("video.updated", "user", 1), entry("tag.created", "user", 2), entry("stream.ended", "system", 3)])
      .returning("id"),
  );
  return {
    rows: [stream, tag, video],
    filters: {
      search: [{ search: "tag.cre" }, [tag]],
      user: [{ user: place.ownerId }, [tag, video]],
      source: [{ source: "system" }, [stream]],
      object: [{ object: "video" }, [video]],
      action: [{ action: "tag.created" }, [tag]],
      from: [{ from: "2026-01-02" }, [stream, tag]],
      to: [{ to: "2026-01-02" }, [tag, video]],
    },
  };
};
