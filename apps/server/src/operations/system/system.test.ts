import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";
import { selectRow } from "@kinora/db/testing-rows.ts";
import { afterEach, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import { testCertificate } from "../../platform/http/test-certificate.ts";
import { createMail } from "../../platform/mail/mail.ts";
import { as, asUser, aUser } from "../../platform/testing.ts";
import { sharedServices } from "../../testing/fixtures.ts";
import { readCertificates, seeHost } from "./certificates.ts";
import { runDoctor } from "./doctor.ts";
import { readSystem } from "./system.ts";
import { testMail } from "./test-mail.ts";

const servers: Server[] = [];
const services = await sharedServices();
const id = await aUser(services, { superuser: true });
const root = as(services, asUser(id, true));
const { email } = await selectRow(services, "users", { id }, "email");
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** A mail server (RFC 5321) that answers the sender with a line of its own. */
function aMailServer(answer: string): Promise<number> {
  return listening(
    createServer((socket) => {
      socket.on("error", () => undefined);
      socket.write("220 mail.example.com\r\n");
      socket.on("data", (bytes) => {
        const command = bytes.toString();
        if (/^(EHLO|HELO)/.test(command)) socket.write("250 mail.example.com\r\n");
        else if (command.startsWith("MAIL")) socket.write(`${answer}\r\n`);
        else if (command.startsWith("QUIT")) socket.end("221 Bye\r\n");
        else socket.write("250 OK\r\n");
      });
    }),
  );
}

function throughRelay(smtpUrl: string): Context {
  const config = { ...services.config, smtpUrl };
  return { ...root, config, mail: createMail(config, services.db, services.log) };
}

test("the system says its versions, addresses, ingest, mail and the age of its country database", async () => {
  const system = await readSystem(throughRelay("smtp://sender:secret-word@mail.example.com:2525"));
  expect(system).toMatchObject({
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    schema: expect.stringMatching(/^\d{4}-/),
    hosts: [{ name: "console" }, { name: "login" }, { name: "api" }, { name: "edge" }],
    mail: { relay: "smtp://mail.example.com:2525" },
    countries: { built_at: expect.any(Date), source: "built_in", name: null, problem: null },
  });
  expect(system.ingest.map(({ protocol }) => protocol)).toEqual(["rtmp", "srt", "whip"]);
  expect(JSON.stringify(system)).not.toContain("secret-word");
});

test("a test mail reaches the inbox, and one that the mail server refuses says what it answered", async () => {
  expect(await testMail(root)).toContain("development inbox");
  const mail = services.db.selectFrom("development_mails").select("subject").where("recipient", "=", email);
  expect(await mail.execute()).toEqual([{ subject: "A test mail of Kinora" }]);

  const refused = await aMailServer("550 5.7.1 Senders of example.com are not welcome");
  await expect(testMail(throughRelay(`smtp://127.0.0.1:${refused}`))).rejects.toMatchObject({
    code: "unavailable",
    message:
      "The mail server refuses the sender or the recipient. It said: 550 5.7.1 Senders of example.com are not welcome",
  });
  const [closed] = servers.splice(0);
  closed?.close();
  const nobody = await listening(createServer());
  await new Promise((done) => servers.splice(0)[0]?.close(done));
  await expect(testMail(throughRelay(`smtp://127.0.0.1:${nobody}`))).rejects.toThrow(
    "Nothing listens at the mail server's address.",
  );
});

test("the doctor's findings are those of the command line", async () => {
  const [findings, same] = await Promise.all([runDoctor(root), runDoctor(root)]);
  expect(same).toBe(findings);
  expect(new Set(findings.map(({ subject }) => subject))).toContain("ffmpeg");
  expect(findings.find(({ subject }) => subject === "database")).toMatchObject({
    state: "ok",
    message: expect.stringMatching(/^PostgreSQL \d+$/),
    fix: null,
  });
});

test("certificates are read as clients see them, and what has none says so", async () => {
  const files = {
    certificateFile: join(services.config.dataDir, "certificate.pem"),
    keyFile: join(services.config.dataDir, "key.pem"),
  };
  await writeFile(files.certificateFile, testCertificate.cert);
  await writeFile(files.keyFile, testCertificate.key);
  const server = createTlsServer(testCertificate);
  const port = await listening(server);
  const seen = await seeHost("edge", `https://localhost:${port}`);
  expect(seen).toMatchObject({
    name: "edge",
    valid_to: expect.any(Date),
    problem: expect.stringMatching(/^Clients refuse it: /),
  });
  const plain = await listening(createServer((socket) => socket.end("no TLS")));
  expect(await seeHost("api", `https://127.0.0.1:${plain}`)).toMatchObject({
    valid_to: null,
    problem: expect.stringMatching(/^Nobody speaks TLS there: /),
  });
  const slow = createServer((socket) => {
    // The head of a TLS record, and then a byte of it now and then.
    socket.on("error", () => undefined).write(Buffer.from([22, 3, 3, 16, 0]));
    const drip = setInterval(() => socket.write(Buffer.alloc(1)), 500);
    socket.on("close", () => clearInterval(drip));
  });
  expect(await seeHost("api", `https://127.0.0.1:${await listening(slow)}`)).toMatchObject({
    problem: "Nothing answered within 5 s.",
  });
  const rtmps = { url: "rtmps://localhost:1936", listens: { port: 1936, ...files } };
  expect(await readCertificates({ config: { ...services.config, rtmps } })).toMatchObject([
    { name: "rtmps", place: files.certificateFile, valid_to: expect.any(Date) },
  ]);
});
