// @vitest-environment jsdom
import { expect, test, vi } from "vitest";
import { api, onRefusedCalls, plainBrackets, setApiHost } from "./client.ts";
import { question } from "./confirm.ts";
import { problemOf } from "./problem.ts";
import { xsrfCookie } from "./xsrf.ts";

function answerWith(status: number, body: unknown) {
  return vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json(body, { status }));
}

const emptyPage = { data: [], pagination: { page: 1, max: 1, per_page: 30, total: 0, from: 0, to: 0 } };

// spec: 7.15
test("the in-progress list is asked for exactly as the specification says", async () => {
  setApiHost("http://localhost:4002");
  const sent = answerWith(200, emptyPage);
  await api.videos.listVideos({ id: 3, type: "inprogress", sort_order: "asc", with: ["user"] });
  expect(sent.mock.calls[0]?.[0]).toBe(
    "http://localhost:4002/projects/3/videos?type=inprogress&sort_order=asc&with[]=user",
  );
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ credentials: "include", method: "GET" });
});

test("a list with several values keeps them all", () => {
  expect(plainBrackets("http://x/y?with%5B0%5D=a&with%5B1%5D=b")).toBe("http://x/y?with[]=a&with[]=b");
});

// spec: 7.1
test("after each response the XSRF cookie becomes the header of the calls that follow, of those that read, too", async () => {
  setApiHost("http://localhost:4002");
  document.cookie = "XSRF-TOKEN=abc%3D; path=/";
  const sent = answerWith(200, emptyPage);
  await api.videos.listVideos({ id: 3, type: "recent" });
  document.cookie = "XSRF-TOKEN=def; path=/";
  sent.mockResolvedValue(Response.json(emptyPage));
  await api.videos.listVideos({ id: 3, type: "recent" });
  sent.mockResolvedValue(Response.json({ message: "ok" }));
  await api.videos.deleteVideo({ id: 5 });
  const tokens = sent.mock.calls.map(([, init]) => new Headers(init?.headers).get("x-xsrf-token"));
  expect(tokens).toEqual(["abc=", "abc=", "def"]);
});

test("only the cookie of that name is read", () => {
  expect(xsrfCookie("a=1; XSRF-TOKEN=t%2F1; b=2")).toBe("t/1");
  expect(xsrfCookie("OTHER-XSRF-TOKEN=no")).toBeNull();
});

test("a refusal keeps the server's words and fields, and 403 is announced everywhere", async () => {
  setApiHost("http://localhost:4002");
  const forbidden = vi.fn<(message: string | null) => void>();
  onRefusedCalls({ unauthorized: vi.fn<() => void>(), forbidden });
  answerWith(403, { message: "You may not publish videos.", code: "forbidden" });
  await expect(api.videos.publishVideo({ id: 5, published: true })).rejects.toSatisfy(
    (error) => problemOf(error).message === "You may not publish videos.",
  );
  expect(forbidden).toHaveBeenCalledWith("You may not publish videos.");

  answerWith(422, { message: "Check the form.", code: "invalid", errors: { domain: ["Domain can not be empty."] } });
  await expect(api.projects.createProject({ account_id: 1, name: "a", domain: "" })).rejects.toSatisfy(
    (error) => problemOf(error).fields["domain"]?.[0] === "Domain can not be empty.",
  );
});

test("a refusal without words has none, so that the specification's can be said", async () => {
  setApiHost("http://localhost:4002");
  answerWith(409, {});
  await expect(api.videos.deleteVideo({ id: 5 })).rejects.toSatisfy((error) => problemOf(error).message === null);
});

test("a call that wants a proof is repeated after one, and given up quietly without", async () => {
  setApiHost("http://localhost:4002");
  const forbidden = vi.fn<(message: string | null) => void>();
  onRefusedCalls({ unauthorized: vi.fn<() => void>(), forbidden });
  const wanted = () => Response.json({ message: "Confirm it's you.", code: "confirmation_required" }, { status: 403 });
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(() => Promise.resolve(wanted()));
  const asked = () => vi.waitFor(() => expect(question.get().proof).toBe("any"));
  const given = api.projects.deleteProject({ id: 1 });
  await asked();
  sent.mockImplementation(() => Promise.resolve(Response.json({ message: "Project is deleted." })));
  question.get().answer(true);
  await expect(given).resolves.toEqual({ message: "Project is deleted." });

  sent.mockImplementation(() => Promise.resolve(wanted()));
  const refused = api.projects.deleteProject({ id: 1 });
  await asked();
  question.get().answer(false);
  await expect(refused).rejects.toSatisfy((error) => problemOf(error).code === "confirmation_required");
  expect(forbidden).not.toHaveBeenCalled();
});
