import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { newestAtOrigin } from "./origin.ts";
import { changesSince, isNewer, newestOf } from "./releases.ts";
import { checkForUpdate } from "./update.ts";

const CHANGELOG = `# Changelog

## [0.3.0] - 2026-12-01

### Security

- Keys end.

### Changed

## 0.2.0

### Fixed

## 0.1.0

### Added
`;
const CHANGES = ["0.3.0 - 2026-12-01: Security, Changed", "0.2.0: Fixed"];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "kinora-update-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const git = (at: string, ...args: string[]) =>
  execFileSync("git", ["-C", at, "-c", "user.name=Ann", "-c", "user.email=ann@example.com", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
  });

/** A repository with these tags after its first commit, and a checkout of that first commit. */
function aCheckout(tags: string[]): string {
  const [origin, checkout] = [join(folder, "origin"), join(folder, "checkout")];
  mkdirSync(origin);
  git(origin, "init", "--quiet");
  git(origin, "commit", "--quiet", "--allow-empty", "--message", "first");
  git(folder, "clone", "--quiet", origin, checkout);
  writeFileSync(join(origin, "CHANGELOG.md"), CHANGELOG);
  git(origin, "add", ".");
  git(origin, "commit", "--quiet", "--message", "later");
  for (const tag of tags) git(origin, "tag", "--annotate", "--message", tag, tag);
  return checkout;
}

async function check(at: string, env: Record<string, string> = {}, version = "0.1.0") {
  const lines: string[] = [];
  const context = {
    config: readConfig(env),
    print: (line: string) => void lines.push(line),
    databaseUrl: () => Promise.reject(new Error("No database is needed.")),
    services: () => Promise.reject(new Error("No services are needed.")),
  };
  return { code: await checkForUpdate({ folder: at, version }).run(context, ["--check"]), lines };
}

test.each([
  { release: "0.2.0", version: "0.1.9", newer: true },
  { release: "v0.10.0", version: "0.9.0", newer: true },
  { release: "1.0.0", version: "1.0.0", newer: false },
  { release: "1.0.0", version: "1.0.0-rc.1", newer: true },
  { release: "1.0.0-rc.2", version: "1.0.0-rc.1", newer: false },
  { release: "0.9.9", version: "1.0.0", newer: false },
])("of $version, $release is newer: $newer", ({ release, version, newer }) => {
  expect(isNewer(release, version)).toBe(newer);
});

test("the newest of many tags is found by number, and tags that are no release count for nothing", () => {
  expect(newestOf(["v0.9.0", "v0.10.0", "v0.11.0-rc.1", "nightly", "v1"])).toBe("v0.10.0");
  expect(newestOf(["nightly"])).toBeNull();
});

test("what changes are the headings of releases that are newer", () => {
  expect(changesSince(CHANGELOG, "0.1.0")).toEqual(CHANGES);
  expect(changesSince(CHANGELOG, "0.3.0")).toEqual([]);
});

test("a checkout asks its origin, says what a newer release changes, and stays as it was", async () => {
  const checkout = aCheckout(["v0.2.0", "v0.3.0", "v0.4.0-rc.1"]);
  const files = () => new Set(readdirSync(join(checkout, ".git"), { recursive: true, encoding: "utf8" }));
  const before = files();
  expect(await check(checkout)).toEqual({
    code: 20,
    lines: [
      "Kinora 0.1.0 is installed, and 0.3.0 is the newest release at origin.",
      ...CHANGES,
      "docs/operations/update.md says how to update.",
    ],
  });
  expect(files()).toEqual(before);
  const newest = await check(checkout, {}, "0.3.0");
  expect(newest).toEqual({ code: 0, lines: ["Kinora 0.3.0 is installed, which is the newest release at origin."] });
});

test("an origin without releases, and a checkout without an origin, are the reason why nothing is known", async () => {
  const checkout = aCheckout([]);
  await expect(check(checkout)).rejects.toThrow(
    "Kinora 0.1.0 is installed. Which release is the newest cannot be known. The remote origin has no tag of a release, such as v1.2.3.",
  );
  git(checkout, "remote", "remove", "origin");
  await expect(check(checkout)).rejects.toThrow(
    /cannot be known\. git: 'origin' does not appear to be a git repository/,
  );
});

test("an origin that says nothing is given up after the limit", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const checkout = aCheckout([]);
  git(checkout, "remote", "set-url", "origin", `git://127.0.0.1:${port}/kinora`);
  await expect(newestAtOrigin(checkout, 300)).rejects.toThrow("The remote origin did not answer within 0.3 s.");
});

test("an unpacked archive asks nobody unless KINORA_UPDATE_URL says whom", async () => {
  await expect(check(folder)).rejects.toThrow("This folder is no git checkout, and KINORA_UPDATE_URL is not set.");
  const file = join(folder, "kinora.json");
  writeFileSync(file, JSON.stringify({ version: "0.3.0", changelog: "CHANGELOG.md" }));
  writeFileSync(join(folder, "CHANGELOG.md"), CHANGELOG);
  const url = pathToFileURL(file).href;
  const { code, lines } = await check(folder, { KINORA_UPDATE_URL: url });
  expect({ code, changes: lines.slice(1, -1) }).toEqual({ code: 20, changes: CHANGES });
  expect(lines[0]).toBe(`Kinora 0.1.0 is installed, and 0.3.0 is the newest release at ${url}.`);
  rmSync(join(folder, "CHANGELOG.md"));
  const bare = await check(folder, { KINORA_UPDATE_URL: url });
  expect({ code: bare.code, second: bare.lines[1] }).toEqual({
    code: 20,
    second: `What changes could not be read. ${join(folder, "CHANGELOG.md")} cannot be read: ENOENT.`,
  });
  writeFileSync(file, "<html>");
  await expect(check(folder, { KINORA_UPDATE_URL: url })).rejects.toThrow(`${url} has to be JSON such as`);
});

test("a folder of archives says which is the newest, and the archive what it changes", async () => {
  mkdirSync(join(folder, "kinora-0.3.0"));
  writeFileSync(join(folder, "kinora-0.3.0/CHANGELOG.md"), CHANGELOG);
  const archive = (name: string) => execFileSync("tar", ["-C", folder, "-cf", join(folder, name), "kinora-0.3.0"]);
  archive("kinora-0.2.0.tar");
  archive("kinora-0.3.0-linux-x64.tar");
  const { code, lines } = await check(folder, { KINORA_UPDATE_URL: pathToFileURL(folder).href });
  expect({ code, changes: lines.slice(1, -1) }).toEqual({ code: 20, changes: CHANGES });
});

test("a server that is not there is a reason, and an address with a password or of another kind is refused", async () => {
  await expect(check(folder, { KINORA_UPDATE_URL: "http://127.0.0.1:9/kinora.json" })).rejects.toThrow(
    /http:\/\/127\.0\.0\.1:9\/kinora\.json cannot be read: .+\./,
  );
  for (const url of ["ftp://example.com/", "https://ann:secret@example.com/kinora.json", "kinora.json"])
    expect(() => readConfig({ KINORA_UPDATE_URL: url })).toThrow("KINORA_UPDATE_URL must be");
});
