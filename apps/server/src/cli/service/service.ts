import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { projectFolder } from "../../supervisor/role-plans.ts";
import { CommandError, type Command } from "../command.ts";
import { readSettings, settingsOf, settingsText, unitText } from "./unit.ts";

const UNIT = "kinora.service";

/** Where systemd reads services from, and how they are announced to it. */
export interface ServicePlace {
  unitFolder: string;
  settingsFile: string;
  env: Record<string, string | undefined>;
  systemctl(...args: string[]): Promise<{ code: number; output: string }>;
}

const machine: ServicePlace = {
  unitFolder: "/etc/systemd/system",
  settingsFile: "/etc/kinora/kinora.env",
  env: process.env,
  systemctl: (...args) =>
    new Promise((done) => {
      execFile("systemctl", args, (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : 127;
        done({ code, output: `${stdout}${stderr}`.trim() });
      });
    }),
};

/** `service install`: starts Kinora with the machine, with the settings of the environment it is called in. */
export const installService = (place: ServicePlace): Command => ({
  usage: "",
  async run({ config, print }) {
    const { settingsFile, unitFolder } = place;
    const earlier = existsSync(settingsFile) ? readSettings(readFileSync(settingsFile, "utf8")) : {};
    const settings = { ...earlier, ...settingsOf(place.env), KINORA_DATA_DIR: config.dataDir };
    write(settingsFile, settingsText(settings), 0o600);
    const node = join(projectFolder, "node_modules/.bin/node");
    write(join(unitFolder, UNIT), unitText({ folder: projectFolder, node, settingsFile }), 0o644);
    await done(place, "daemon-reload");
    await done(place, "enable", "--now", UNIT);
    print(`Kinora runs as ${UNIT} and starts with this machine. Its settings are in ${settingsFile}.`);
    print(`They are read at each start: systemctl restart ${UNIT}. What it says: journalctl -u ${UNIT}.`);
    return 0;
  },
});

/** `service status`: exit code 0 when it runs, 3 when not, as systemctl answers. */
export const serviceStatus = (place: ServicePlace): Command => ({
  usage: "",
  async run({ print }) {
    if (!existsSync(join(place.unitFolder, UNIT))) {
      print(`Kinora is not installed as a service. "npm run kinora -- service install" does that.`);
      return 3;
    }
    const [active, enabled] = [await place.systemctl("is-active", UNIT), await place.systemctl("is-enabled", UNIT)];
    print(`${UNIT} is ${active.output}, and ${enabled.output} at the start of this machine.`);
    return active.code === 0 ? 0 : 3;
  },
});

/** `service remove`: stops it and forgets the unit; data and settings stay. */
export const removeService = (place: ServicePlace): Command => ({
  usage: "",
  async run({ config, print }) {
    const unit = join(place.unitFolder, UNIT);
    if (!existsSync(unit)) throw new CommandError("Kinora is not installed as a service.");
    await done(place, "disable", "--now", UNIT);
    rmSync(unit);
    await done(place, "daemon-reload");
    print(`${UNIT} is removed. The data in ${config.dataDir} and the settings in ${place.settingsFile} stay.`);
    return 0;
  },
});

export const serviceInstall = installService(machine);
export const serviceState = serviceStatus(machine);
export const serviceRemove = removeService(machine);

async function done({ systemctl }: ServicePlace, ...args: string[]): Promise<void> {
  const { code, output } = await systemctl(...args);
  if (code === 127) throw new CommandError("This machine has no systemd: use the container, or a script of its own.");
  if (code !== 0) throw new CommandError(`systemctl ${args.join(" ")} failed: ${output}`);
}

/** @throws CommandError where this account may not write */
function write(file: string, text: string, mode: number): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    writeFileSync(file, text, { mode });
    chmodSync(file, mode);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new CommandError(`${file} cannot be written (${reason}): run this command as root.`);
  }
}
