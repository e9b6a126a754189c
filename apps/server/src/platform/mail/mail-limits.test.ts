import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { MAIL_KINDS, type CausedMail, type MailLimit } from "@kinora/domain/people/mail-limits.ts";
import { expect, test } from "vitest";
import { sharedServices } from "../../testing/fixtures.ts";
import { countMail } from "./mail-limits.ts";

const services = await sharedServices();

const isCaused = (kind: string): kind is CausedMail => "counted" in MAIL_KINDS[kind as CausedMail];
const kinds = Object.keys(MAIL_KINDS);
const DAY = new Date("2030-03-15T12:00:00Z");

test.each(kinds.filter(isCaused))(
  "a mail of the kind %s is refused above its limits, in words, until tomorrow",
  async (kind) => {
    const { toAddress, ofAccount }: MailLimit = MAIL_KINDS[kind];
    const send = (to: { email?: string; accountId?: number }, now = DAY) =>
      services.db.transaction().execute((tx) => countMail(tx, kind, to, now));
    const refusal = { code: "rate_limited", retryAfterSeconds: 43_200 };
    if (toAddress !== undefined) {
      const email = `${kind}@example.com`;
      for (let mails = 0; mails < toAddress; mails += 1) await send({ email });
      await expect(send({ email: email.toUpperCase() })).rejects.toMatchObject({
        ...refusal,
        message: expect.stringMatching(/such mails were requested for .* today\. Try again tomorrow, or \w/),
      });
      await send({ email: `other-${email}` });
      await send({ email }, new Date(DAY.getTime() + 43_200_000));
    }
    if (ofAccount !== undefined) {
      const accountId = 900_000 + kinds.indexOf(kind);
      for (let mails = 0; mails < ofAccount; mails += 1) await send({ accountId });
      await expect(send({ accountId })).rejects.toMatchObject({
        ...refusal,
        message: expect.stringMatching(/an account/),
      });
    }
    expect(toAddress ?? ofAccount).toBeGreaterThan(0);
  },
);

test("what is sent as a kind that someone can cause is counted as it, and nothing is sent without a kind", async () => {
  const root = path.join(import.meta.dirname, "../..");
  const names = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const sources = (await Promise.all(names.map((name) => readFile(path.join(root, name), "utf8")))).join("\n");
  const counted = new Set(
    [...sources.matchAll(/countMail\(\s*tx,\s*"(\w+)"|kind: "(\w+)",\s*email/g)].map(([, one, other]) => one ?? other),
  );
  expect(counted).toEqual(new Set(kinds.filter(isCaused)));
  const sent = new Set([...sources.matchAll(/mail\.send\(\{\s*kind: "(\w+)"/g)].map(([, kind]) => kind));
  // Superusers cause mails of two other kinds.
  expect(sent).toEqual(new Set(kinds.filter((kind) => kind !== "sign_in_link")));
  expect(sources.match(/mail\.send\(\{/g)).toHaveLength(sources.match(/mail\.send\(\{\s*kind:/g)?.length ?? 0);
});
