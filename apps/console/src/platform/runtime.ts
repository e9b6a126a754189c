/** The console's only configuration, read when it starts from /runtime.json. */
export interface Runtime {
  login_host: string;
  edge_host: string;
  version: string;
  realtime: { key: string };
}

let loaded: Promise<Runtime> | null = null;

/** Reads /runtime.json once; a failure is forgotten so that the next caller tries again. */
export function runtime(): Promise<Runtime> {
  loaded ??= load().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Runtime> {
  const response = await fetch("/runtime.json", { cache: "no-cache" });
  if (!response.ok) throw new Error(`The console's settings could not be read (${response.status}).`);
  const { realtime, ...value } = (await response.json()) as Omit<Runtime, "realtime"> & {
    realtime?: { key?: string } | null;
  };
  return { ...value, realtime: { key: realtime?.key ?? "kinora" } };
}
