import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createServices } from "../composition.ts";
import type { Config } from "../platform/config.ts";
import { readConfig } from "../platform/config.ts";
import { uploadServer } from "./upload-server.ts";

/** Starts an upload server as a separate process with a data folder of its own; it ends by `kill -9`. */
export async function startUploadProcess(
  { databaseUrl, s3 }: Config,
  dataDir: string,
): Promise<{ url: string; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    env: {
      PATH: process.env["PATH"],
      KINORA_DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl ?? "",
      ...(s3
        ? {
            S3_ENDPOINT: s3.endpoint,
            S3_BUCKET: s3.bucket,
            S3_ACCESS_KEY_ID: s3.accessKeyId,
            S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
          }
        : {}),
      LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "exit");
  const url = await (async () => {
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith("http")) return line;
    throw new Error("The upload server exited before it was ready.");
  })();
  return {
    url,
    async kill() {
      child.kill("SIGKILL");
      await gone;
    },
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url } = await uploadServer(await createServices(readConfig(process.env), "api"));
  process.stdout.write(`${url}\n`);
}
