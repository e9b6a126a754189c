import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { afterAll, expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { trySignIn } from "../http/sign-in-check.ts";
import { testCertificate } from "../http/test-certificate.ts";
import { trustAuthority } from "./authorities.ts";

const folder = testFolder("authority");
const file = join(folder, "authority.pem");
writeFileSync(file, testCertificate.cert);
writeFileSync(join(folder, "empty.pem"), "");
const server = createServer(testCertificate, (_request, response) => response.end("{}")).listen(0, "127.0.0.1");
await once(server, "listening");
const login = `https://localhost:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

test("a certificate of the authority of KINORA_CA_FILE is trusted, and refused before with a sentence", async () => {
  const config = readConfig({ KINORA_CA_FILE: file, KINORA_LOGIN_INTERNAL_URL: login });
  await expect(trySignIn(config)).rejects.toThrow(
    /its certificate is not trusted \(\w+\)\. Set KINORA_CA_FILE to the authority/,
  );
  trustAuthority(config);
  await expect(trySignIn(config)).rejects.toThrow(`${login} is no login application of Kinora.`);
});

test("a file that is none stops the start with a sentence", () => {
  expect(() => readConfig({ KINORA_CA_FILE: join(folder, "gone.pem") })).toThrow("gone.pem cannot be read: ENOENT.");
  expect(() => readConfig({ KINORA_CA_FILE: join(folder, "empty.pem") })).toThrow("it must be a PEM file");
});
