import { createServer, type AddressInfo, type Server } from "node:net";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { createMail } from "./mail.ts";

const services = await sharedServices();

/** What a relay was sent: the commands, and the lines of the last message. */
let commands: string[] = [];
let lines: string[] = [];

/** A relay that accepts every mail (RFC 5321 §3). */
const relay: Server = createServer((socket) => {
  let isData = false;
  socket.write("220 relay.example\r\n");
  createInterface({ input: socket }).on("line", (line) => {
    if (isData && line !== ".") return void lines.push(line);
    if (!isData) commands.push(line);
    isData = line === "DATA";
    socket.write(isData ? "354 Go on\r\n" : "250 Fine\r\n");
    if (line === "QUIT") socket.end();
  });
});
let smtpUrl: string;
beforeAll(async () => {
  await new Promise<void>((done) => relay.listen(0, "127.0.0.1", done));
  smtpUrl = `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}`;
});
afterAll(() => void relay.close());
beforeEach(() => {
  commands = [];
  lines = [];
});

/** Sends a mail; answers the recipients of its envelope, and its headers in lower case with their values. */
async function send(message: { to: string; subject: string }) {
  const mail = createMail({ smtpUrl, mailFrom: "Kinora <kinora@example.com>" }, services.db, services.log);
  await mail.send({ kind: "test", text: "Hello", ...message });
  const unfolded = lines
    .slice(0, lines.indexOf(""))
    .join("\n")
    .replaceAll(/\n[ \t]+/g, " ");
  const headers = unfolded
    .split("\n")
    .map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, "")]);
  return {
    recipients: commands.filter((command) => command.startsWith("RCPT TO")),
    headers: Object.fromEntries(headers) as Record<string, string>,
  };
}

test("a mail says that a program sent it", async () => {
  const { recipients, headers } = await send({ to: "ada@example.com", subject: "Your invitation" });
  expect(recipients).toEqual(["RCPT TO:<ada@example.com>"]);
  expect(headers).toMatchObject({
    ...{ from: "Kinora <kinora@example.com>", to: "ada@example.com", subject: "Your invitation" },
    ...{ "auto-submitted": "auto-generated", "x-auto-response-suppress": "All" },
  });
});

test("names within a subject add no header and no recipient", async () => {
  const subject = "Ada\r\nBcc: eve@example.com\r\n\r\nhas invited you to “Łódź”";
  const { recipients, headers } = await send({ to: "ada@example.com", subject });
  expect(recipients).toHaveLength(1);
  expect(Object.keys(headers)).not.toContain("bcc");
  expect(lines.join("\n")).not.toMatch(/^bcc:/im);
});
