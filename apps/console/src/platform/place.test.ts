// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aConfig, aUser } from "../testing/videos.ts";
import { setApiHost } from "./client.ts";
import { refreshConfig, switchAccount, switchProject, watchConfig, type PlaceCalls } from "./place.ts";
import { session } from "./session.ts";

const here = "http://localhost:4002";

beforeEach(() => {
  localStorage.clear();
  session.set({ config: aConfig(), user: aUser(), host: here, loginHost: "http://localhost:4001" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function calls(change: Partial<PlaceCalls> = {}) {
  return {
    requestHost: vi.fn<PlaceCalls["requestHost"]>().mockResolvedValue({ ok: true, host: here, accountId: 2 }),
    getConfig: vi
      .fn<PlaceCalls["getConfig"]>()
      .mockResolvedValue({ config: aConfig({ account_id: 2, project_id: 9 }), user: aUser() }),
    startSessionAt: vi.fn<PlaceCalls["startSessionAt"]>().mockResolvedValue(undefined),
    toastError: vi.fn<PlaceCalls["toastError"]>(),
    ...change,
  };
}

test("another account on the same host loads its config", async () => {
  const call = calls();
  expect(await switchAccount(2, call)).toBe(true);
  expect(call.getConfig).toHaveBeenCalledWith({ account_id: 2 });
  expect(session.get().config?.account_id).toBe(2);
  expect(localStorage.getItem("currentAccountId")).toBe("2");
  expect(localStorage.getItem("currentProjectId")).toBe("9");
});

test("an account on another host gets its session there first", async () => {
  const requestHost = vi
    .fn<PlaceCalls["requestHost"]>()
    .mockResolvedValue({ ok: true, host: "http://other:4002", accountId: 2 });
  const call = calls({ requestHost });
  expect(await switchAccount(2, call)).toBe(false);
  expect(call.startSessionAt).toHaveBeenCalledWith("http://other:4002");
  expect(localStorage.getItem("currentAccountId")).toBe("2");
  expect(localStorage.getItem("currentProjectId")).toBeNull();
});

test("when no host comes back nothing is switched", async () => {
  const call = calls({ requestHost: vi.fn<PlaceCalls["requestHost"]>().mockResolvedValue({ ok: false, status: 404 }) });
  expect(await switchAccount(2, call)).toBe(false);
  expect(session.get().config?.account_id).toBe(1);
  expect(call.toastError).toHaveBeenCalledWith("Can not change account. Please, try later.");
});

test("a config that does not come leaves everything as it was", async () => {
  const call = calls({ getConfig: vi.fn<PlaceCalls["getConfig"]>().mockRejectedValue(new TypeError("network")) });
  expect(await switchAccount(2, call)).toBe(false);
  expect(session.get().config?.account_id).toBe(1);
  expect(await switchProject(9, call)).toBe(false);
  expect(call.toastError).toHaveBeenLastCalledWith("error");
});

test("the refresh asks for the current project and takes over what it hears", async () => {
  const answer = { config: aConfig({}, ["video_view"]), user: aUser() };
  const call = calls({ getConfig: vi.fn<PlaceCalls["getConfig"]>().mockResolvedValue(answer) });
  await refreshConfig(call);
  expect(call.getConfig).toHaveBeenCalledWith({ project_id: 3 });
  expect(session.get().config?.permissions.video_add).toBe(false);
});

// spec: 4.17, 9.1
test("the config is read again each 60 seconds, from the API", async () => {
  vi.useFakeTimers();
  setApiHost(here);
  const answer = { config: aConfig({}, ["video_view"]), user: aUser() };
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(answer));
  const stop = watchConfig();
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent.mock.calls.map(([address]) => address)).toEqual([`${here}/config?project_id=3`]);
  expect(session.get().config?.permissions.video_add).toBe(false);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(sent).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toHaveBeenCalledTimes(2);
  stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(sent).toHaveBeenCalledTimes(2);
});
