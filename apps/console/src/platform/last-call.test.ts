// @vitest-environment jsdom
import { execFileSync } from "node:child_process";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { api, setApiHost } from "./client.ts";
import { copyLastCall, lastCall } from "./last-call.ts";

let copied: string;

beforeEach(() => {
  copied = "";
  const writeText = async (text: string) => {
    copied = text;
  };
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  setApiHost("https://api.example.com");
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ message: "Done.", data: {} }));
});
afterEach(() => vi.unstubAllGlobals());

/** The arguments that a shell makes of a command, with a key in the environment. */
function readByShell(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\n${command}`;
  const env = { ...process.env, KINORA_API_KEY: "vk_live_x" };
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env }).split("\0").slice(0, -1);
}

test("the last change is copied as a command that a shell reads as it was sent", async () => {
  const name = `It's "$HOME" \`date\` \\ größer`;
  await api.categories.createCategory({ project_id: 3, name });
  await api.videos.getVideo({ id: 5 });
  await copyLastCall("curl command");
  expect(readByShell(copied)).toEqual([
    "-X",
    "POST",
    "https://api.example.com/projects/3/categories",
    "-H",
    "Authorization: Bearer vk_live_x",
    "-H",
    "Content-Type: application/json",
    "--data-raw",
    JSON.stringify({ name }),
  ]);
});

test("a change that sends a file is not offered, the one before it is", async () => {
  await api.categories.createCategory({ project_id: 3, name: "Harbor" });
  const before = lastCall();
  const { rememberCall } = await import("./last-call.ts");
  rememberCall({ method: "POST", url: "https://api.example.com/x", body: "…" }, "multipart/form-data; boundary=x");
  expect(lastCall()).toEqual(before);
});

test("without a change the last reading is copied", async () => {
  vi.resetModules();
  const [fresh, client] = [await import("./last-call.ts"), await import("./client.ts")];
  expect(fresh.lastCall()).toBeNull();
  client.setApiHost("https://api.example.com");
  await client.api.videos.listVideos({ id: 3, with: ["user"] });
  await fresh.copyLastCall("curl command");
  expect(readByShell(copied)).toEqual([
    "-g",
    "https://api.example.com/projects/3/videos?with[]=user",
    "-H",
    "Authorization: Bearer vk_live_x",
  ]);
});
