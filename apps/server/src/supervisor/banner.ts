import type { Config, Role } from "../platform/config.ts";

export interface BannerFacts {
  version: string;
  config: Config;
  roles: Role[];
  startedInMs: number;
  /** The roles that share a process; none where each has its own. */
  sharing: readonly Role[];
  /** A sentence about memory that is short; null where it is enough or no worker runs. */
  memory: string | null;
  /** Whether mails go to the development inbox instead of being sent. */
  hasMailInbox: boolean;
  /** URL that creates the first superuser, or null when there is one. */
  firstRunLink: string | null;
}

/** The text printed for the operator when everything is ready. */
export function banner({
  version,
  config,
  roles,
  sharing,
  memory,
  startedInMs,
  hasMailInbox,
  firstRunLink,
}: BannerFacts): string {
  const { urls, ports, metrics } = config;
  const addresses: [Role | "always", string, string][] = [
    ["console", "Console", urls.console],
    ["login", "Login", urls.login],
    ["api", "API", `${urls.api}/docs`],
    ["edge", "Playback", urls.edge],
    ["live", "Live", urls.rtmp],
    [
      "always",
      "Metrics",
      `http://${metrics.host.includes(":") ? `[${metrics.host}]` : metrics.host}:${ports.metrics}/metrics`,
    ],
    ["always", "Data", config.dataDir],
  ];
  if (hasMailInbox)
    addresses.splice(-1, 0, [
      "always",
      "Mail",
      `http://localhost:${ports.mailInbox}  (nothing is sent: SMTP_URL is not set)`,
    ]);
  const shown = addresses.filter(([role]) => role === "always" || roles.includes(role));
  const lines = [
    `Kinora ${version} is running (started in ${(startedInMs / 1000).toFixed(1)} s).`,
    "",
    ...shown.map(([, name, value]) => `  ${name.padEnd(10)}${value}`),
  ];
  if (sharing.length > 0)
    lines.push("", `One process runs ${new Intl.ListFormat("en").format(sharing)}, to save memory (KINORA_PROCESSES).`);
  if (memory !== null) lines.push("", memory);
  if (firstRunLink) lines.push("", "Create the first superuser here (the link works once):", `  ${firstRunLink}`);
  lines.push("", "Ctrl-C stops everything.");
  return lines.join("\n");
}
