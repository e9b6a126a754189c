import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import S3rver from "s3rver";

const own = fileURLToPath(import.meta.url);

/** An S3 test server with one bucket. */
export interface Bucket {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts an S3 test server in a process of its own, so that clients in this one, as those of a benchmark, do not keep it from
 * answering. It ends with this process, however that ends.
 */
export async function startBucket(directory: string, port: number): Promise<Bucket> {
  const child = fork(own, [directory, String(port)], { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const gone = once(child, "exit");
  await Promise.race([
    once(child, "message"),
    gone.then(() => {
      throw new Error(`The S3 test server did not start on port ${port}.`);
    }),
  ]);
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await gone;
    },
  };
}

if (process.argv[1] === own) {
  const [directory = "", port = ""] = process.argv.slice(2);
  // Ctrl-C reaches all processes of a terminal: machines that stop still store what they have.
  process.on("SIGINT", () => undefined);
  process.once("disconnect", () => process.exit(0));
  const server = new S3rver({
    ...{ port: Number(port), address: "127.0.0.1", silent: true, directory },
    configureBuckets: [{ name: "kinora", configs: [] }],
  });
  await server.run();
  process.send?.("ready");
}
