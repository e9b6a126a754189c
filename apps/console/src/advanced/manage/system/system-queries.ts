import { queryOptions } from "@tanstack/react-query";
import { api } from "../../../platform/client.ts";
import { dataQuery } from "../../../platform/queries.ts";

type Advanced = typeof api.advanced;
type Chores = Awaited<ReturnType<Advanced["listChores"]>>;
export type Chore = Chores["data"][number];

export const choresKey = ["advanced", "chores"] as const;
/** How often the recurring jobs are read while their tab is open, and while one of them runs. */
const CHORES_MS = 10_000;
const RUNNING_MS = 1_000;

export const choresQuery = () =>
  queryOptions({
    queryKey: choresKey,
    queryFn: ({ signal }) => api.advanced.listChores({}, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ running, requested }) => running || requested) ? RUNNING_MS : CHORES_MS,
  });

export type StorageState = Awaited<ReturnType<Advanced["getStorage"]>>["data"];
export type StorageScan = NonNullable<StorageState["scan"]>;

export const storageKey = ["advanced", "storage"] as const;

export const storageQuery = () =>
  queryOptions({
    queryKey: storageKey,
    queryFn: async ({ signal }) => (await api.advanced.getStorage({}, { signal })).data,
    refetchInterval: ({ state: { data } }) =>
      data?.scan?.state === "running" || data?.scan?.deletion === "running" ? RUNNING_MS : false,
  });

export type SystemFacts = Awaited<ReturnType<Advanced["getSystem"]>>["data"];

export const systemKey = ["advanced", "system"] as const;

export const systemQuery = () =>
  queryOptions({
    queryKey: systemKey,
    queryFn: async ({ signal }) => (await api.advanced.getSystem({}, { signal })).data,
    // A process takes another country database some seconds after it was chosen.
    refetchInterval: ({ state: { data } }) => (data && isFollowing(data.countries) ? RUNNING_MS : false),
  });

/** Whether the file in use is not yet the one that was chosen. */
export const isFollowing = ({ name, source, problem }: SystemFacts["countries"]): boolean =>
  problem === null && (name !== null) !== (source === "uploaded");

/** Starts a process on the server: only when someone asks for it. */
export const doctorQuery = () =>
  dataQuery(["advanced", "doctor"], api.advanced.runDoctor, {}, { enabled: false, retry: false });

/** Connects to every address: only when someone asks for it. */
export const certificatesQuery = () =>
  dataQuery(["advanced", "certificates"], api.advanced.checkCertificates, {}, { enabled: false, retry: false });

export type Backups = Awaited<ReturnType<Advanced["listBackups"]>>;
export type Backup = Backups["data"][number];

export const backupsKey = ["advanced", "backups"] as const;

export const backupsQuery = () =>
  queryOptions({
    queryKey: backupsKey,
    queryFn: ({ signal }) => api.advanced.listBackups({}, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.data.some(({ state, verification }) => state === "running" || verification === "running")
        ? RUNNING_MS
        : false,
  });
