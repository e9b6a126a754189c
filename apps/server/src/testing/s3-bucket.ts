import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openS3Storage } from "@kinora/storage/s3.ts";
import S3rver from "s3rver";

/** A bucket on this machine that is not the installation's storage, with the keys to it. */
export async function anS3Bucket(name: string) {
  const directory = await mkdtemp(join(tmpdir(), "kinora-bucket-"));
  const server = new S3rver({
    ...{ port: 0, address: "127.0.0.1", silent: true, directory },
    configureBuckets: [{ name, configs: [] }],
  });
  const { port }: AddressInfo = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  const keys = { region: "us-east-1", access_key_id: "S3RVER", secret_access_key: "S3RVER" };
  const { region, access_key_id: accessKeyId, secret_access_key: secretAccessKey } = keys;
  const storage = await openS3Storage({ endpoint, bucket: name, region, accessKeyId, secretAccessKey });
  return {
    address: `${endpoint}/${name}`,
    keys,
    put: (key: string, content: string | Buffer) => storage.put(key, Buffer.from(content)),
    delete: (key: string) => storage.delete(key),
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
