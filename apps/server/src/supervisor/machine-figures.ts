import { Registry } from "prom-client";
import { readDiskSpace } from "../platform/process/disk-space.ts";
import { addFigures } from "../platform/process/figures.ts";

/** Metrics of this machine, which the supervisor reads itself: the space of the file system with the data folder. */
export function machineMetrics(dataDir: string, warn: (line: string) => void): Registry {
  const registry = new Registry();
  const read = async () => {
    const { freeBytes, totalBytes } = await readDiskSpace(dataDir);
    return [
      { labels: { state: "free" }, value: freeBytes },
      { labels: { state: "total" }, value: totalBytes },
    ];
  };
  const help = "Bytes of the file system with the data folder: free for Kinora, and all.";
  addFigures(registry, [{ name: "kinora_disk_bytes", help, labels: ["state"], read }], (error, name) =>
    warn(`The metric ${name} could not be read: ${error instanceof Error ? error.message : String(error)}`),
  );
  return registry;
}
