import type { Command } from "./command.ts";

export interface CommandEntry {
  summary: string;
  load: () => Promise<Command>;
}

/** Every command of an installation by name; its module is loaded when it runs. */
export const commands: Record<string, CommandEntry> = {
  "api-key create": {
    summary: "creates an API key for a project and prints it once",
    load: async () => (await import("./api-key-create.ts")).apiKeyCreate,
  },
  doctor: {
    summary: "checks this machine and shows how to fix problems",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  "project export": {
    summary: "prints a project's settings as YAML, or writes them to a file",
    load: async () => (await import("./project-file.ts")).projectExport,
  },
  "project diff": {
    summary: "shows what a file would change of a project",
    load: async () => (await import("./project-file.ts")).projectDiff,
  },
  "project import": {
    summary: "makes a project what a file says",
    load: async () => (await import("./project-file.ts")).projectImport,
  },
  "user create": {
    summary: "creates a user, and the account they own",
    load: async () => (await import("./user-create.ts")).userCreate,
  },
  "user recover": {
    summary: "removes a user's second factors and prints a link to choose a password",
    load: async () => (await import("./user-recover.ts")).userRecover,
  },
  "user block": {
    summary: "blocks a user everywhere and ends their sessions",
    load: async () => (await import("./user-standing.ts")).userBlock,
  },
  "user sign-out": {
    summary: "ends all sessions of a user, or of everyone",
    load: async () => (await import("./user-standing.ts")).userSignOut,
  },
  "invoice pay": {
    summary: "records a payment of an invoice; one that is repeated counts once",
    load: async () => (await import("./invoice-pay.ts")).invoicePay,
  },
  maintenance: {
    summary: "switches maintenance on or off: while it is on, only superusers change anything",
    load: async () => (await import("./maintenance.ts")).maintenance,
  },
  "live hosts": {
    summary: "lists the live hosts, their capacity and what they have on air",
    load: async () => (await import("./live-hosts.ts")).liveHostList,
  },
  "live drain": {
    summary: "takes a live host out of service before its machine is stopped",
    load: async () => (await import("./live-hosts.ts")).liveDrain,
  },
  "live resume": {
    summary: "puts a drained live host into service again",
    load: async () => (await import("./live-hosts.ts")).liveResume,
  },
  "speech check": {
    summary: "says which speech engine makes captions, and how long it takes for a minute of sound",
    load: async () => (await import("./speech-check.ts")).speechCheck,
  },
  "cell move": {
    summary: "has an account, or all accounts of a cell, served by another cell's API host",
    load: async () => (await import("./cell-move.ts")).cellMove,
  },
  "import folder": {
    summary: "imports the films of a folder of this machine, with captions, pictures and texts beside them",
    load: async () => (await import("./import-local.ts")).importFolder,
  },
  "import peertube": {
    summary: "imports the archive that PeerTube exports of an account",
    load: async () => (await import("./import-local.ts")).importPeertube,
  },
  "import-delivery-log": {
    summary: "counts what a cache in front of the edge answered, from its log",
    load: async () => (await import("./import-delivery-log.ts")).importDeliveryLog,
  },
  "media claim": {
    summary: "makes this machine's media folder the one of the installation in DATABASE_URL",
    load: async () => (await import("./media-claim.ts")).mediaClaim,
  },
  backup: {
    summary: "writes the database, media and secrets to one file, while Kinora runs",
    load: async () => (await import("./backup.ts")).backup,
  },
  restore: {
    summary: "replaces the data here with a backup and moves the old data aside",
    load: async () => (await import("./restore.ts")).restore,
  },
  "service install": {
    summary: "starts Kinora with this machine (systemd), with the settings of this environment",
    load: async () => (await import("./service/service.ts")).serviceInstall,
  },
  "service status": {
    summary: "says whether the service runs",
    load: async () => (await import("./service/service.ts")).serviceState,
  },
  "service remove": {
    summary: "stops the service and forgets it; data and settings stay",
    load: async () => (await import("./service/service.ts")).serviceRemove,
  },
  update: {
    summary: "says whether a newer release exists, and what it changes; it installs nothing",
    load: async () => (await import("./update/update.ts")).update,
  },
  version: { summary: "prints the version", load: async () => (await import("./version.ts")).version },
};
