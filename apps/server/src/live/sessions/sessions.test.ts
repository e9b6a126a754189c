import { insertRows } from "@kinora/db/testing-rows.ts";
import { readCsv } from "@kinora/domain/csv.ts";
import { beforeAll, expect, test } from "vitest";
import { aProject, as } from "../../platform/testing.ts";
import { sharedProject, addStream, ownedBy } from "../../testing/fixtures.ts";
import { exportSessions, listSessions, type SessionFilter } from "./sessions.ts";

const names = ["Harbour", "=Tower"];
const streams: number[] = [];

const { services, project } = await sharedProject();

beforeAll(async () => {
  const other = await aProject(services);
  for (const [name, of] of [...names.map((each) => [each, project] as const), ["Elsewhere", other] as const]) {
    const { id } = await addStream(services, of, { name });
    streams.push(id);
    await insertRows(
      services,
      "stream_sessions",
      [1, 2, 3].map((day) => ({
        ...ownedBy(of),
        stream_id: id,
        started_at: new Date(`2030-01-0${day}T10:00:00Z`),
        ended_at: new Date(`2030-01-0${day}T10:01:40Z`),
        end_reason: "ended_by_user" as const,
        client_ip: "192.0.2.7",
        bytes_in: 12_500_000,
        bytes_out: 37_500_000,
      })),
    );
  }
});

const grant = () => ({
  accountId: project.accountId,
  projectId: project.projectId,
  owner: true,
  permissions: new Set(["streams_view"] as const),
});

async function exported(filter: SessionFilter): Promise<Record<string, string>[]> {
  const { body, headers } = await exportSessions(as(services, project.owner), grant(), filter);
  expect(headers["content-disposition"]).toContain("stream-sessions.csv");
  const [columns, ...rows] = readCsv(await new Response(body).text());
  return rows.map(({ cells }) => Object.fromEntries(cells.map((cell, at) => [columns?.cells[at] ?? "", cell])));
}

test("sessions are exported as they are listed, latest first, with formulas escaped", async () => {
  const rows = await exported({});
  expect(rows.map(({ stream }) => stream)).toEqual([...Array(3).fill("'=Tower"), ...Array(3).fill("Harbour")]);
  expect(rows[0]).toMatchObject({
    started_at: "2030-01-03T10:00:00.000Z",
    seconds: "100",
    end_reason: "ended_by_user",
    client_ip: "192.0.2.7",
    average_kbps: "1000",
    bytes_out: "37500000",
    test: "false",
  });
  const { data } = await listSessions(as(services, project.owner), grant(), { page: 1, per_page: 30 });
  expect(rows.map(({ id }) => Number(id))).toEqual(data.map(({ id }) => id));
});

test("the list's filter applies to the export, which is in the audit log", async () => {
  const filter = { stream: streams.slice(0, 1), from: "2030-01-02", to: "2030-01-02" };
  const rows = await exported(filter);
  expect(rows).toMatchObject([{ stream: "Harbour", started_at: "2030-01-02T10:00:00.000Z" }]);
  const { pagination } = await listSessions(as(services, project.owner), grant(), { ...filter, page: 1, per_page: 30 });
  expect(pagination.total).toBe(1);
  const entry = await services.db
    .selectFrom("audit_log")
    .select("changes")
    .where("action", "=", "stream.sessions_exported")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(entry.changes).toEqual({ filter });
});
