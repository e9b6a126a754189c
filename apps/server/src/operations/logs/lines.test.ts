import { insertRow, selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { LogLines } from "../../platform/log-lines.ts";
import { as, aProject, asUser } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { countLogLines, listLogLines, type LogRequest } from "./lines.ts";
import { trimLogLines } from "./trim.ts";

const services = await sharedServices();

const line = (message: string, values: object = {}, level = 30, time = new Date()) =>
  JSON.stringify({ level, time: time.toISOString(), role: "worker", pid: 1, msg: message, ...values });

async function write(role: string, ...texts: string[]) {
  const lines = new LogLines(services.db, role);
  for (const text of texts) lines.write(text);
  await lines.close();
}

const newest: LogRequest = {
  kind: "video",
  since: 60,
  level: "debug",
  search: null,
  account: null,
  project: null,
  request: null,
  before: null,
};
const read = (request: Partial<LogRequest>) => listLogLines(as(services, asUser(1, true)), { ...newest, ...request });
const messages = async (request: Partial<LogRequest>) => (await read(request)).data.map(({ message }) => message);

test("what a role logs is found by level, text, project and job, newest first", async () => {
  await write(
    "worker",
    line("task finished", { task: "transcoding.probe", job: "a-1", projectId: 7 }),
    line("task failed", { err: { message: "moov atom not found" } }, 40),
    line("process ends", {}, 60),
  );
  await write("api", line("request failed", { request_id: "r-1" }, 50));
  expect(await messages({})).toEqual(["process ends", "task failed", "task finished"]);
  expect(await messages({ level: "warn" })).toEqual(["process ends", "task failed"]);
  expect(await messages({ search: "MOOV" })).toEqual(["task failed"]);
  expect(await messages({ project: 7 })).toEqual(["task finished"]);
  expect(await messages({ request: "a-1" })).toEqual(["task finished"]);
  expect(await messages({ kind: "platform" })).toEqual(["request failed"]);
  const { data } = await read({ search: "probe" });
  expect(data).toMatchObject([{ level: "info", role: "worker", job_id: "a-1", data: { task: "transcoding.probe" } }]);
  const [first] = (await read({})).data;
  expect(await messages({ before: first?.id ?? 0 })).toEqual(["task failed", "task finished"]);
});

test("the lines of each part of the time are counted, as the filter lets them through", async () => {
  const from = new Date("2031-05-01T10:00:00Z");
  const after = (seconds: number) => new Date(from.getTime() + seconds * 1_000);
  await write(
    "worker",
    line("first", { projectId: 9 }, 30, from),
    line("second", {}, 40, after(59)),
    line("third", {}, 50, after(61)),
    line("last", {}, 30, after(3_599)),
    line("too late", {}, 50, after(3_601)),
  );
  const count = (filter: Partial<LogRequest>) =>
    countLogLines(as(services, asUser(1, true)), { ...newest, from, until: after(3_599), ...filter });
  const { seconds, data } = await count({});
  expect(seconds).toBe(60);
  expect(data).toHaveLength(60);
  expect(data[0]).toEqual({ at: from, lines: 2, warnings: 1, errors: 0 });
  expect(data[1]).toEqual({ at: after(60), lines: 1, warnings: 0, errors: 1 });
  expect(data[59]).toMatchObject({ lines: 1 });
  const sum = (bars: typeof data) => bars.reduce((all, { lines }) => all + lines, 0);
  expect(sum(data)).toBe(4);
  expect(sum((await count({ project: 9 })).data)).toBe(1);
  expect(sum((await count({ level: "warn" })).data)).toBe(2);
  expect(await messages({ from: after(60), until: after(3_598) })).toEqual(["third"]);
});

test("text that PostgreSQL cannot hold is kept without it, and what is no line is left out", async () => {
  await write("live", line("half \ud800 and \0 nothing", { path: String.raw`\u0000` }), "no JSON", "{}");
  const rows = await selectRows(services, "log_lines", { kind: "live" });
  expect(rows).toMatchObject([{ message: "half \ufffd and  nothing", data: { path: String.raw`\u0000` } }]);
});

test("of a flood the lines that fit are kept, and the number of the others", async () => {
  await write("edge", ...Array.from({ length: 6_000 }, (_, index) => line(`line ${index}`)));
  expect((await messages({ kind: "platform" }))[0]).toBe("1000 log lines were dropped");
});

test("old days are dropped, and those of the last two weeks stay", async () => {
  const DAY_MS = 86_400_000;
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS);
  await write("worker", line("old", {}, 30, ago(16)), line("recent", {}, 30, ago(13)));
  await trimLogLines.run(services);
  expect(await messages({ since: 43_200, search: "recent" })).toEqual(["recent"]);
  expect(await messages({ since: 43_200, search: "old" })).toEqual([]);
});

test("the log of sign-ins has every attempt, that of livestreams what happened to them", async () => {
  const project = await aProject(services);
  const email = "grete@example.com";
  await sql`insert into login_attempts (email, ip, network, result) values (${email}, '192.0.2.1', '192.0.2.1', 'failed')`.execute(
    services.db,
  );
  expect((await read({ kind: "login" })).data).toMatchObject([
    { level: "warn", message: "sign-in failed", data: { email, address: "192.0.2.1", known_browser: false } },
  ]);
  const { accountId: account } = project;
  const by = { account_id: account, email, ip: "192.0.2.1", detail: "a detail", created_at: new Date() };
  await insertRow(services, "own_provider_sign_ins", { ...by, refused: "blocked" });
  expect((await read({ kind: "login", account })).data).toMatchObject([
    {
      level: "warn",
      message: "sign-in with the organization's provider refused: blocked",
      data: { email, refused: "blocked", detail: "a detail" },
    },
  ]);
  const { rows } = await sql<{ id: number }>`
    insert into streams (project_id, account_id, hash, name, key_hash, key_sealed)
    values (${project.projectId}, ${project.accountId}, 'abcdefabcdefabcd', 'Harbour', '\\x00', '\\x00') returning id`.execute(
    services.db,
  );
  await insertRow(services, "stream_log", {
    stream_id: rows[0]?.id ?? 0,
    project_id: project.projectId,
    type: "connected",
    severity: "info",
    detail: "OBS connected.",
  });
  expect((await read({ kind: "live", account: project.accountId })).data).toMatchObject([
    {
      level: "info",
      message: "OBS connected.",
      project_id: project.projectId,
      data: { event: "connected", name: "Harbour" },
    },
  ]);
});

test("a span in the last year that a date can have is counted with dates of four digits", async () => {
  const until = new Date("9999-12-31T23:59:59.999Z");
  for (const from of [new Date("2030-01-01T00:00:00Z"), until]) {
    const { data } = await countLogLines(services, { ...newest, from, until });
    expect(data).toHaveLength(60);
    expect(data.every(({ at }) => at.getUTCFullYear() <= 9999)).toBe(true);
  }
});
