import { randomBytes } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createImports as createImportsOperation } from "@kinora/contract/uploads/imports.ts";
import { selectRows } from "@kinora/db/testing-rows.ts";
import { beforeEach, expect, test } from "vitest";
import type { Context, Services } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { GiveUp } from "../../platform/refusal.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, grantOf } from "../../testing/fixtures.ts";
import { UPLOAD_HOURS } from "../create.ts";
import { listUploadLog } from "../log/log.ts";
import { forgetFetchHeaders } from "./fetch-header.ts";
import { fetchImport } from "./fetch-import.ts";
import { createImports, retryImport } from "./imports.ts";

const SECRET = `Bearer ${randomBytes(16).toString("hex")}`;
const header = { name: "Authorization", value: SECRET };

let project: TestProject;
let context: Context;
let grant: ProjectGrant;
let home: Host;
let elsewhere: Host;

interface Host {
  server: Server;
  base: string;
  /** The headers of its requests, in order. */
  asked: IncomingHttpHeaders[];
  answer: RequestListener;
}

async function aHost(): Promise<Host> {
  const server = createServer((request, response) => {
    host.asked.push(request.headers);
    host.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const host: Host = { server, base, asked: [], answer: film };
  return host;
}

const film: RequestListener = (_request, response) =>
  void response.writeHead(200, { "content-type": "video/mp4" }).end(randomBytes(50));
const leadingTo =
  (location: string): RequestListener =>
  (request, response) =>
    request.url === "/film.mp4" ? film(request, response) : void response.writeHead(302, { location }).end();

const services = await sharedServices();
const reaching: Services = { ...services, config: { ...services.config, allowPrivateUrls: true } };
beforeEach(async () => {
  project = await aProject(services);
  context = as(services, project.owner);
  const place = { accountId: project.accountId, projectId: project.projectId };
  grant = grantOf(place);
  home = await aHost();
  elsewhere = await aHost();
  return () => {
    for (const { server } of [home, elsewhere]) {
      server.close();
      server.closeAllConnections();
    }
  };
});

async function begun(url: string): Promise<string> {
  const [made] = await createImports(context, grant, [{ url }], "url", header);
  return (await rowOf("video_id", made?.video_id ?? 0)).id;
}

const rowOf = (column: "id" | "video_id", value: string | number) =>
  services.db.selectFrom("uploads").selectAll().where(column, "=", value).executeTakeFirstOrThrow();

/** Fetches like the queue on its last attempt. */
async function fetched(uploadId: string): Promise<void> {
  try {
    await fetchImport.run(reaching, { uploadId }, { jobId: "1", signal: new AbortController().signal, failures: 2 });
  } catch (error) {
    if (!(error instanceof GiveUp)) throw error;
    const { code, message, retryable } = error;
    await fetchImport.gaveUp?.(reaching, { uploadId }, { code, message, retryable });
  }
}

test("an import sends its header, which is stored sealed and deleted with the last byte", async () => {
  const id = await begun(`${home.base}/a.mp4`);
  const waiting = await rowOf("id", id);
  expect(waiting.fetch_header_name).toBe("Authorization");
  expect(waiting.fetch_header_sealed?.includes(SECRET)).toBe(false);
  await fetched(id);
  expect(home.asked).toMatchObject([{ authorization: SECRET, "user-agent": "Kinora" }]);
  expect(await rowOf("id", id)).toMatchObject({ state: "complete", fetch_header_sealed: null });
});

test("a redirect to the same host keeps the header", async () => {
  home.answer = leadingTo("/film.mp4");
  await fetched(await begun(`${home.base}/a`));
  expect(home.asked.map(({ authorization }) => authorization)).toEqual([SECRET, SECRET]);
});

test("a redirect to another host drops the header, also for a redirect back", async () => {
  home.answer = leadingTo(`${elsewhere.base}/back`);
  elsewhere.answer = leadingTo(`${home.base}/film.mp4`);
  const id = await begun(`${home.base}/a`);
  await fetched(id);
  expect(await rowOf("id", id)).toMatchObject({ state: "complete" });
  expect(elsewhere.asked.map(({ authorization }) => authorization)).toEqual([undefined]);
  expect(home.asked.map(({ authorization }) => authorization)).toEqual([SECRET, undefined]);
});

test("no log, audit entry or event contains the header's value", async () => {
  await begun(`${home.base}/a.mp4`);
  const { db } = services;
  const shown = {
    log: await listUploadLog(context, grant, { page: 1, per_page: 30 }),
    audit: await selectRows(db, "audit_log", { project_id: project.projectId }),
    events: await selectRows(db, "events", { project_id: project.projectId }),
  };
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  const { data } = await listUploadLog(context, grant, { page: 1, per_page: 30 });
  expect(data).toHaveLength(1);
});

test("a retry sends the header again for 72 hours; later it is refused, because the header is deleted", async () => {
  home.answer = (_request, response) => void response.writeHead(503).end();
  const id = await begun(`${home.base}/a.mp4`);
  await fetched(id);
  await forgetFetchHeaders.run(services);
  await retryImport(context, grant, id);
  await fetched(id);
  expect(home.asked.map(({ authorization }) => authorization)).toEqual([SECRET, SECRET]);
  const later = new Date(Date.now() + (UPLOAD_HOURS + 1) * 3_600_000);
  await forgetFetchHeaders.run({ ...services, clock: { now: () => later } });
  await expect(retryImport(context, grant, id)).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("Authorization"),
  });
  expect(await rowOf("id", id)).toMatchObject({ state: "failed", fetch_header_sealed: null });
});

test.each([
  [{ name: "Host", value: "evil.example" }, "name"],
  [{ name: "Authorization", value: `${SECRET}\r\nHost: evil.example` }, "value"],
])("a header that would steer the request is refused without being repeated: %j", (wrong, field) => {
  const input = createImportsOperation["~orpc"].inputSchema;
  const answer = input?.["~standard"].validate({
    project_id: 1,
    items: [{ url: "https://example.com/a.mp4" }],
    header: wrong,
  });
  const issues = answer && "issues" in answer ? (answer.issues ?? []) : [];
  expect(issues.map(({ path }) => path)).toEqual([["header", field]]);
  expect(JSON.stringify(issues)).not.toContain(SECRET);
});
