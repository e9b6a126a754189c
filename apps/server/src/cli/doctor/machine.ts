import { diskSpace, gigabytes, prepareDataFolder } from "../../supervisor/data-folder.ts";
import { lockHolder } from "../../supervisor/folder-lock.ts";
import { isPortFree, portHolder, type WantedPort } from "../../supervisor/ports.ts";
import { findPrivileges } from "../../supervisor/privileges.ts";
import { StartRefusal } from "../../supervisor/start-refusal.ts";
import { wantedPorts } from "../../supervisor/start.ts";
import type { CommandContext } from "../command.ts";
import type { Finding } from "./finding.ts";

/** The data folder can be written to and its disk has room. */
export function checkDisk({ config }: CommandContext): Finding[] {
  try {
    const warning = prepareDataFolder(config.dataDir);
    if (warning)
      return [
        {
          state: "uneasy",
          subject: "disk",
          words: warning,
          fix: "Remove what is not needed, or move KINORA_DATA_DIR to a larger disk.",
        },
      ];
    return [
      {
        state: "good",
        subject: "disk",
        words: `${config.dataDir} can be written to, ${gigabytes(diskSpace(config.dataDir).freeBytes)} GB free`,
      },
    ];
  } catch (problem) {
    if (!(problem instanceof StartRefusal)) throw problem;
    return [
      {
        state: "bad",
        subject: "disk",
        words: problem.message,
        fix: "Change the folder's owner (chown), or set KINORA_DATA_DIR to a folder of yours.",
      },
    ];
  }
}

/** Every port is free, or held by this installation itself. */
export async function checkPorts({ config }: CommandContext): Promise<Finding[]> {
  const holder = lockHolder(config.dataDir);
  if (holder) return [{ state: "good", subject: "ports", words: `Kinora runs (process ${holder.pid})` }];
  const wanted = wantedPorts(config);
  const free = await Promise.all(wanted.map(({ port, transport }) => isPortFree(port, transport)));
  const busy = wanted.filter((_, at) => !free[at]);
  if (busy.length === 0)
    return [{ state: "good", subject: "ports", words: wanted.map(nameOf).join(", ") + " are free" }];
  return busy.map((one) => ({
    state: "bad" as const,
    subject: `port ${nameOf(one)}`,
    words: `wanted for ${one.purpose}, in use by ${portHolder(one.port, one.transport) ?? "another program"}`,
    fix: `Stop that program, or choose other ports with ${one.setting}.`,
  }));
}

/** The roles and the database run without root's rights, whoever starts them. */
export async function checkPrivileges({ config }: CommandContext): Promise<Finding[]> {
  const { account, staysRootBecause } = await findPrivileges(config, wantedPorts(config));
  const uid = account?.uid ?? process.getuid?.();
  if (staysRootBecause === null)
    return [{ state: "good", subject: "rights", words: `started by this account, everything runs as user ${uid}` }];
  return [
    {
      state: "uneasy",
      subject: "rights",
      words: `started as root, everything but the database runs as root: ${staysRootBecause}`,
      fix: "Mend that, or start Kinora as an ordinary user that owns the data folder.",
    },
  ];
}

const nameOf = ({ port, transport }: WantedPort): string => (transport === "udp" ? `${port}/udp` : `${port}`);
