import { createServices } from "../composition.ts";
import type { Config } from "../platform/config.ts";
import { readConfig } from "../platform/config.ts";
import { isStarted, startOwnProcess, type OwnProcess } from "./own-process.ts";
import { uploadServer } from "./upload-server.ts";

/** Starts an upload server as a separate process with a data folder of its own; it ends by `kill -9`. */
export async function startUploadProcess(
  { databaseUrl, s3 }: Config,
  dataDir: string,
): Promise<OwnProcess & { url: string }> {
  const bucket = s3 && {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  };
  const server = startOwnProcess(import.meta.url, { databaseUrl, dataDir }, { ...bucket });
  return { ...server, url: await server.line((line) => line.startsWith("http")) };
}

if (isStarted(import.meta.url)) {
  const { url } = await uploadServer(await createServices(readConfig(process.env), "api"));
  process.stdout.write(`${url}\n`);
}
