import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { beforeEach, expect, test } from "vitest";
import { readConfig } from "../../platform/config.ts";
import { projectFolder } from "../../supervisor/role-plans.ts";
import { installService, removeService, serviceStatus, type ServicePlace } from "./service.ts";
import { readSettings } from "./unit.ts";

const folder = testFolder("service");

const asked: string[] = [];
const answers: Record<string, { code: number; output: string }> = {};
beforeEach(() => {
  asked.length = 0;
  for (const name of Object.keys(answers)) delete answers[name];
});

const ODD = 'smtps://kinora:a"b\\c$d@mail.example.org';
const place: ServicePlace = {
  unitFolder: join(folder, "units"),
  settingsFile: join(folder, "etc/kinora.env"),
  env: { KINORA_HOST: "video.example.org", SMTP_URL: ODD, KINORA_FAMILY: "/elsewhere", HOME: "/root", ROLES: "" },
  systemctl(...args) {
    asked.push(args.join(" "));
    return Promise.resolve(answers[args[0] ?? ""] ?? { code: 0, output: "" });
  },
};
const unit = join(place.unitFolder, "kinora.service");

async function run(command: typeof installService, own = place): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await command(own).run(
    {
      config: readConfig({ KINORA_DATA_DIR: join(folder, "data") }),
      print: (line) => void lines.push(line),
      databaseUrl: () => Promise.reject(new Error("A service needs no database to be installed.")),
      services: () => Promise.reject(new Error("A service needs no services to be installed.")),
    },
    [],
  );
  return { code, lines };
}

test("an installed service has a unit that systemd takes, and the settings for root only", async () => {
  expect((await run(serviceStatus)).code).toBe(3);
  expect((await run(installService)).code).toBe(0);
  expect(asked).toEqual(["daemon-reload", "enable --now kinora.service"]);
  const settings = readFileSync(place.settingsFile, "utf8");
  expect(readSettings(settings)).toEqual({
    ...{ KINORA_DATA_DIR: join(folder, "data"), KINORA_HOST: "video.example.org", SMTP_URL: ODD },
  });
  expect(statSync(place.settingsFile).mode & 0o777).toBe(0o600);
  const text = readFileSync(unit, "utf8");
  const [, node = "", script = ""] = /^ExecStart="([^"]+)" "([^"]+)"$/m.exec(text) ?? [];
  expect([existsSync(node), existsSync(script)]).toEqual([true, true]);
  expect(text).toContain(`WorkingDirectory=${projectFolder}`);
});

test.runIf(existsSync("/usr/bin/systemd-analyze"))("systemd finds nothing to say about the unit", async () => {
  await run(installService);
  const said = execFileSync("/usr/bin/systemd-analyze", ["verify", "--man=no", unit], {
    encoding: "utf8",
    stdio: "pipe",
  });
  expect(said).toBe("");
});

test("a second installation keeps settings that are not given again", async () => {
  await run(installService);
  await run(installService, { ...place, env: { KINORA_HOST: "other.example.org" } });
  expect(readSettings(readFileSync(place.settingsFile, "utf8"))).toMatchObject({
    ...{ KINORA_HOST: "other.example.org", SMTP_URL: ODD },
  });
});

test("the state is that of systemd", async () => {
  await run(installService);
  Object.assign(answers, { "is-active": { code: 3, output: "failed" }, "is-enabled": { code: 0, output: "enabled" } });
  expect(await run(serviceStatus)).toEqual({
    code: 3,
    lines: ["kinora.service is failed, and enabled at the start of this machine."],
  });
});

test("a removed service leaves data and settings, and what fails is said", async () => {
  await run(installService);
  answers["disable"] = { code: 1, output: "Access denied" };
  await expect(run(removeService)).rejects.toThrow("systemctl disable --now kinora.service failed: Access denied");
  expect(existsSync(unit)).toBe(true);
  delete answers["disable"];
  expect((await run(removeService)).code).toBe(0);
  expect([existsSync(unit), existsSync(place.settingsFile)]).toEqual([false, true]);
  await expect(run(removeService)).rejects.toThrow("Kinora is not installed as a service.");
  answers["daemon-reload"] = { code: 127, output: "" };
  await expect(run(installService)).rejects.toThrow("This machine has no systemd");
});
