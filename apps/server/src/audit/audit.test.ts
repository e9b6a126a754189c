import { AUDIT_WRITTEN_EVENT, projectChannel } from "@kinora/domain/realtime.ts";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import type { Caller } from "../platform/access/caller.ts";
import { actorOf } from "../platform/access/caller.ts";
import { audit } from "../platform/events/events.ts";
import { aProject, as, asUser, type TestProject } from "../platform/testing.ts";
import { sharedServices, grantOf } from "../testing/fixtures.ts";
import { exportAudit, listAudit, listAuditActions } from "./service.ts";
import { trimAudit } from "./tasks.ts";

const services = await sharedServices({ KINORA_AUDIT_DAYS: "40" });
const page = { before: undefined, per_page: 50 };

interface Line {
  caller?: Caller;
  action?: string;
  type?: string;
  id?: number;
  title?: string;
  changes?: Record<string, unknown>;
}

const write = (
  project: TestProject,
  { caller = project.owner, action = "video.updated", type = "video", ...rest }: Line,
) =>
  audit(services.db, {
    accountId: project.accountId,
    projectId: project.projectId,
    actor: actorOf(caller),
    action,
    objectType: type,
    objectId: rest.id ?? 1,
    objectTitle: rest.title ?? "Harbour",
    changes: rest.changes ?? {},
  });

const list = async (project: TestProject, filter = {}, place = page) =>
  listAudit(as(services, project.owner), grantOf(project), filter, place);

test("a line has who, as whom, what, the title it had, before and after, address and source", async () => {
  const project = await aProject(services);
  const caller: Caller = { ...asUser(project.ownerId, true), kind: "user", address: "192.0.2.7" } as Caller;
  await write(project, { caller, changes: { title: ["Old", "New"] }, title: "Old title" });
  const { data } = await list(project);
  expect(data).toMatchObject([
    {
      source: "console",
      actor: { user_id: project.ownerId, name: "Test Person", as: "superuser", as_name: null },
      action: "video.updated",
      object: { type: "video", id: 1, title: "Old title", exists: false },
      changes: [{ name: "title", before: "Old", after: "New" }],
      address: "192.0.2.7",
    },
  ]);
});

test("the log is filtered by who, source, what, object, title and day, and read on by id", async () => {
  const project = await aProject(services);
  const today = () => new Date().toISOString().slice(0, 10);
  const from = today();
  await write(project, {});
  await write(project, { action: "stream.created", type: "stream", title: "100% live" });
  await write(project, { caller: { kind: "anonymous" }, action: "video.source_deleted" });
  const actionsOf = async (filter: object) => (await list(project, filter)).data.map(({ action }) => action);
  expect(await actionsOf({ user: project.ownerId })).toEqual(["stream.created", "video.updated"]);
  expect(await actionsOf({ source: "system" })).toEqual(["video.source_deleted"]);
  expect(await actionsOf({ action: "stream.created" })).toEqual(["stream.created"]);
  expect(await actionsOf({ object: "stream" })).toEqual(["stream.created"]);
  expect(await actionsOf({ search: "0% L" })).toEqual(["stream.created"]);
  expect(await actionsOf({ search: "0_" })).toEqual([]);
  expect(await actionsOf({ from, to: today() })).toHaveLength(3);
  expect(await actionsOf({ to: "2020-01-01" })).toEqual([]);
  expect(await listAuditActions(as(services, project.owner), grantOf(project))).toEqual([
    "stream.created",
    "video.source_deleted",
    "video.updated",
  ]);
  const first = await list(project, {}, { before: undefined, per_page: 2 });
  expect(first.more).toBe(true);
  const rest = await list(project, {}, { before: first.data.at(-1)?.id as never, per_page: 2 });
  expect(rest).toMatchObject({ data: [{ action: "video.updated" }], more: false });
});

test("the log of another project stays its own", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  await write(project, { action: "video.deleted" });
  expect((await list(other)).data).toEqual([]);
  expect(await listAuditActions(as(services, other.owner), grantOf(other))).toEqual([]);
});

test("the CSV has what the filter shows, and its download is in the log", async () => {
  const project = await aProject(services);
  await write(project, { title: "=1+1", changes: { title: ["A", "B"] } });
  await write(project, { action: "stream.created" });
  const { body } = await exportAudit(as(services, project.owner), grantOf(project), { action: "video.updated" });
  const lines = (await new Response(body).text()).trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain("console,Test Person,,video.updated,video,1,'=1+1,title: A → B,");
  expect((await list(project)).data[0]).toMatchObject({ action: "audit.exported" });
});

test("the database refuses to change the log; the retention deletes what is older than the operator keeps", async () => {
  const project = await aProject(services);
  const { db } = services;
  for (const days of [1, 39, 41])
    await sql`insert into audit_log (project_id, actor, action, object_type, created_at)
      values (${project.projectId}, '{}', ${`old.${days}`}, 'video', now() - ${days} * interval '1 day')`.execute(db);
  const refused = "The audit log is append-only.";
  await expect(sql`update audit_log set action = 'x'`.execute(db)).rejects.toThrow(refused);
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow(refused);
  await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow(refused);
  await expect(
    db.transaction().execute(async (tx) => {
      await sql`set local kinora.audit_retention = 'on'`.execute(tx);
      await sql`delete from audit_log where action = 'old.1'`.execute(tx);
    }),
  ).rejects.toThrow(refused);
  await trimAudit.run(services);
  expect((await list(project)).data.map(({ action }) => action)).toEqual(["old.39", "old.1"]);
});

test("open lists of a project learn that it has new entries, and of no other project", async () => {
  const [project, other] = [await aProject(services), await aProject(services)];
  const pushes: unknown[] = [];
  const stop = services.notifications.on("realtime", (payload) => void pushes.push(JSON.parse(payload)));
  await write(project, {});
  const pushed = { channel: projectChannel(project.projectId), event: AUDIT_WRITTEN_EVENT, data: {} };
  await vi.waitFor(() => expect(pushes).toContainEqual(pushed));
  expect(JSON.stringify(pushes)).not.toContain(`"${projectChannel(other.projectId)}"`);
  stop();
});
