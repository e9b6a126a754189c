/** What systemd has to know of an installation. */
export interface UnitFacts {
  /** The folder of package.json. */
  folder: string;
  /** The Node that starts it. */
  node: string;
  settingsFile: string;
}

/**
 * The unit of systemd (systemd.service(5)). It starts as root, for the ports of HTTPS and for updates of the dependencies; Kinora
 * leaves root before it serves anything.
 */
export const unitText = ({ folder, node, settingsFile }: UnitFacts): string => `[Unit]
Description=Kinora
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
WorkingDirectory=${folder}
EnvironmentFile=${settingsFile}
ExecStart="${node}" "${folder}/tools/start.mjs"
# The supervisor ends its processes in order, within ten seconds.
KillMode=mixed
TimeoutStopSec=30
Restart=on-failure
RestartSec=5
# A setting that cannot be used stays so.
RestartPreventExitStatus=2
# The first start installs and builds.
TimeoutStartSec=900
OOMPolicy=continue
ProtectSystem=full
LimitNOFILE=65536

[Install]
WantedBy=multi-user.target
`;

const NAMES = new Set([...["ROLES", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "FFMPEG_PATH", "LOG_LEVEL", "LOG_URL"]]);
/** What the supervisor sets for its own processes. */
const OWN = new Set(["KINORA_HEALTH_PORT", "KINORA_FAMILY"]);

/** The settings of Kinora among the variables of a process, in the order of their names. */
export function settingsOf(env: Record<string, string | undefined>): Record<string, string> {
  const entries = Object.entries(env).flatMap(([name, value]) =>
    value && !OWN.has(name) && (NAMES.has(name) || /^(?:KINORA|S3|OTEL)_/.test(name)) ? [[name, value] as const] : [],
  );
  return Object.fromEntries(entries.toSorted(([one], [other]) => one.localeCompare(other)));
}

/** As systemd reads a file of settings (systemd.exec(5), EnvironmentFile). */
export const settingsText = (settings: Record<string, string>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"\n`)
    .join("");

/** The settings of such a file. */
export function readSettings(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^(\w+)="((?:\\.|[^"\\])*)"$/gm)];
  return Object.fromEntries(lines.map(([, name = "", value = ""]) => [name, value.replaceAll(/\\(.)/g, "$1")]));
}
