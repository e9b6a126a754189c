import { createSocket } from "node:dgram";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer } from "node:net";
import { StartRefusal } from "./start-refusal.ts";

/** Port numbers of the two are independent. */
export type Transport = "tcp" | "udp";

/** A port and its purpose. */
export interface WantedPort {
  port: number;
  /** Default TCP. */
  transport?: Transport;
  purpose: string;
  /** The setting that changes the port. */
  setting: string;
  /** The supervisor opens it while it may still be root, so that it may be below 1024. */
  opensBeforeRootIsDropped?: boolean;
}

/**
 * Checks that every wanted port is free.
 * @throws StartRefusal naming each busy port, the program that uses it (if visible) and the setting to change.
 */
export async function requireFreePorts(wanted: WantedPort[]): Promise<void> {
  const free = await Promise.all(wanted.map(({ port, transport }) => isPortFree(port, transport)));
  const busy = wanted.filter((_, at) => !free[at]);
  const [first] = busy;
  if (!first) return;
  const settings = [...new Set(busy.map(({ setting }) => setting))].join(" or ");
  throw new StartRefusal(
    "portInUse",
    `${busy.map(describeBusy).join(", ")}. Stop that program or choose other ports with ${settings}.`,
  );
}

/** True when a server could listen on the port. */
export function isPortFree(port: number, transport: Transport = "tcp"): Promise<boolean> {
  return new Promise((done) => {
    if (transport === "udp") {
      const socket = createSocket("udp4");
      socket.once("error", () => {
        socket.close();
        done(false);
      });
      socket.bind({ port, exclusive: true }, () => socket.close(() => done(true)));
      return;
    }
    const server = createServer();
    server.once("error", () => done(false));
    server.listen({ port, exclusive: true }, () => server.close(() => done(true)));
  });
}

/** Names the program that listens on a port, such as `nginx (process 812)`; null when the system does not show it. */
export function portHolder(port: number, transport: Transport = "tcp"): string | null {
  if (process.platform !== "linux") return null;
  const inodes = listeningInodes(port, transport);
  if (inodes.size === 0) return null;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (holdsSocket(pid, inodes)) return `${programName(pid)} (process ${pid})`;
  }
  return null;
}

function describeBusy({ port, transport, purpose }: WantedPort): string {
  const holder = portHolder(port, transport);
  return `${transport === "udp" ? "UDP port" : "Port"} ${port}, needed for ${purpose}, is in use by ${holder ?? "another program"}`;
}

// /proc/net/tcp: column 2 is address:port in hexadecimal, column 4 the state (0A = listening, 07 = a UDP socket that is bound), column 10 the socket's inode.
function listeningInodes(port: number, transport: Transport): Set<string> {
  const hexPort = port.toString(16).toUpperCase().padStart(4, "0");
  const rows = [`/proc/net/${transport}`, `/proc/net/${transport}6`].flatMap((file) => {
    try {
      return readFileSync(file, "utf8").trim().split("\n").slice(1);
    } catch {
      return [];
    }
  });
  const columns = rows.map((row) => row.trim().split(/\s+/));
  const isOpen = transport === "tcp" ? "0A" : "07";
  return new Set(
    columns
      .filter(([, local, , state]) => state === isOpen && local?.endsWith(`:${hexPort}`))
      .map((row) => row[9] ?? ""),
  );
}

// Processes of other users are not readable: then the name stays unknown.
function holdsSocket(pid: string, inodes: Set<string>): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      const socket = /^socket:\[(\d+)\]$/.exec(linkTarget(`/proc/${pid}/fd/${fd}`));
      return socket !== null && inodes.has(socket[1] ?? "");
    });
  } catch {
    return false;
  }
}

function linkTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

function programName(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim();
  } catch {
    return "a program";
  }
}
