import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testFolder } from "@kinora/media/fixtures/folder.ts";
import { expect, test } from "vitest";
import { readConfig } from "../config.ts";
import { testCertificate } from "../http/test-certificate.ts";
import { ConfigError } from "./setting.ts";

const folder = testFolder("tls-settings");
const [certificateFile, keyFile] = [join(folder, "cert.pem"), join(folder, "key.pem")];
writeFileSync(certificateFile, testCertificate.cert);
writeFileSync(keyFile, testCertificate.key);

const host = { KINORA_HOST: "video.example.org", KINORA_DATA_DIR: folder };
const files = { ...host, KINORA_TLS: "files", KINORA_TLS_CERT: certificateFile, KINORA_TLS_KEY: keyFile };
const acme = { ...host, KINORA_TLS: "acme" };

test("without KINORA_TLS something in front speaks TLS, and every machine may reach the roles", () => {
  expect(readConfig(host)).toMatchObject({ tls: null, listenHost: "0.0.0.0" });
});

test("with certificate files the four names, loopback and RTMPS follow", () => {
  const { KINORA_TLS: _mode, ...unsaid } = files;
  for (const env of [files, unsaid])
    expect(readConfig(env)).toMatchObject({
      urls: {
        console: "https://video.example.org",
        login: "https://login.video.example.org",
        api: "https://api.video.example.org",
        edge: "https://edge.video.example.org",
      },
      tls: { files: { certificateFile, keyFile }, httpsPort: 443, httpPort: 80, acme: null },
      listenHost: "127.0.0.1",
      internalUrls: { login: "http://127.0.0.1:4001" },
      rtmps: { url: "rtmps://video.example.org:1936", listens: { port: 1936, certificateFile, keyFile } },
    });
});

test("what speaks TLS on this machine is trusted, also where no other proxy is", () => {
  expect(readConfig({ ...files, KINORA_TRUSTED_PROXIES: "none" }).trustedProxies).toEqual(["127.0.0.1"]);
  expect(readConfig({ ...files, KINORA_TRUSTED_PROXIES: "10.0.0.0/8" }).trustedProxies).toEqual([
    "10.0.0.0/8",
    "127.0.0.1",
  ]);
});

test("each authority of ACME has files of its own in the data folder", () => {
  const [production, staging] = ["production", "staging"].map(
    (directory) => readConfig({ ...acme, KINORA_ACME_DIRECTORY: directory }).tls,
  );
  expect(production?.acme?.directoryUrl).toBe("https://acme-v02.api.letsencrypt.org/directory");
  expect(staging?.acme?.directoryUrl).toBe("https://acme-staging-v02.api.letsencrypt.org/directory");
  expect(production?.files.certificateFile.startsWith(join(folder, "tls/"))).toBe(true);
  expect(production?.files.certificateFile).toBe(production?.files.keyFile);
  expect(production?.files.certificateFile).not.toBe(staging?.files.certificateFile);
});

test.each([
  [{ ...acme, KINORA_TLS: "yes" }, 'KINORA_TLS must be acme or files, or unset behind a proxy, not "yes".'],
  [{ ...host, KINORA_TLS: "files" }, "KINORA_TLS=files needs KINORA_TLS_CERT and KINORA_TLS_KEY"],
  [{ ...files, KINORA_TLS_KEY: join(folder, "gone.pem") }, "gone.pem cannot be read: ENOENT. See KINORA_TLS_CERT"],
  [{ ...files, KINORA_TLS: "acme" }, "belong to KINORA_TLS=files"],
  [
    { ...acme, KINORA_HOST: "localhost" },
    "needs names that the whole internet knows, but KINORA_CONSOLE_URL is https://localhost",
  ],
  [
    { ...acme, KINORA_CONSOLE_URL: "https://192.0.2.1" },
    "but KINORA_CONSOLE_URL is https://192.0.2.1: set KINORA_HOST",
  ],
  [{ ...acme, KINORA_HTTP_PORT: "off" }, "KINORA_TLS=acme needs KINORA_HTTP_PORT"],
  [{ ...acme, KINORA_ACME_DIRECTORY: "http://ca.example" }, "KINORA_ACME_DIRECTORY must be production, staging or"],
  [{ ...host, KINORA_LISTEN_HOST: "eth0" }, "KINORA_LISTEN_HOST must be an address of this machine"],
])("%o stops the start with a sentence", (env, sentence) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(sentence);
});
