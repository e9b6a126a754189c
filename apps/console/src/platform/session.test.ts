// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aConfig, aUser } from "../testing/videos.ts";

const loginHost = "http://localhost:4001";
const apiHost = "http://localhost:4002";
const to = "/video?page=2";

/** What was asked of whom, in order. */
let asked: string[];

/** The servers: the host's answer names account `accountId`, and the config answers `status`. */
function servers({ accountId = 1, status = 200 } = {}): void {
  asked = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address === "/runtime.json") return Response.json({ login_host: loginHost, version: "1" });
    asked.push(address);
    if (address.startsWith(loginHost)) return Response.json({ host: apiHost, account_id: accountId });
    if (status !== 200) return Response.json({ message: "No.", code: "refused" }, { status });
    const named = new URL(address).searchParams.get("project_id");
    const config = aConfig({ account_id: accountId, project_id: named === null ? 4 : Number(named) });
    return Response.json({ config, user: aUser() });
  });
}

/** The first navigation of a console that has just been loaded. */
async function arrive() {
  vi.resetModules();
  const { ensureSession } = await import("./session.ts");
  return ensureSession(to);
}

const stored = () => ["currentAccountId", "currentProjectId", "authenticated"].map((key) => localStorage.getItem(key));

beforeEach(() => {
  localStorage.setItem("currentAccountId", "1");
  localStorage.setItem("currentProjectId", "3");
  localStorage.setItem("authenticated", "true");
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

// spec: 4.7
test("a 401 of the config forgets who was here and leads to the login and back", async () => {
  servers({ status: 401 });
  expect(await arrive()).toEqual({ at: "login", to });
  expect(stored()).toEqual([null, null, "false"]);
});

test("any other failure of the config leads to the error page", async () => {
  servers({ status: 403 });
  expect(await arrive()).toEqual({ at: "error", to });
  expect(stored()).toEqual([null, null, "false"]);
});

// spec: 4.4
test("the account of the last visit keeps its project", async () => {
  servers();
  expect(await arrive()).toEqual({ at: "ready" });
  expect(asked).toEqual([`${loginHost}/host?account_id=1`, `${apiHost}/config?project_id=3`]);
  expect(stored()).toEqual(["1", "3", "true"]);
});

// spec: 4.5
test("the account of the last visit without a project asks for the account's config", async () => {
  localStorage.removeItem("currentProjectId");
  servers();
  await arrive();
  expect(asked).toEqual([`${loginHost}/host?account_id=1`, `${apiHost}/config?account_id=1`]);
});

// spec: 4.6
test("another account than that of the last visit starts without its project", async () => {
  servers({ accountId: 2 });
  expect(await arrive()).toEqual({ at: "ready" });
  expect(asked).toEqual([`${loginHost}/host?account_id=1`, `${apiHost}/config?account_id=2`]);
  expect(stored()).toEqual(["2", "4", "true"]);
});
