import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll } from "vitest";
import { describeStorage } from "./conformance.ts";
import { openS3Storage } from "./s3.ts";

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers) await close();
});

describeStorage("storage in an S3 bucket", async () => {
  const directory = await mkdtemp(join(tmpdir(), "kinora-s3-"));
  const server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory,
    configureBuckets: [{ name: "kinora", configs: [] }],
  });
  const address: AddressInfo = await server.run();
  closers.push(
    () => server.close(),
    () => rm(directory, { recursive: true, force: true }),
  );
  return openS3Storage({
    endpoint: `http://127.0.0.1:${address.port}`,
    bucket: "kinora",
    region: "us-east-1",
    accessKeyId: "S3RVER",
    secretAccessKey: "S3RVER",
  });
});
