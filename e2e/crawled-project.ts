import type { Database } from "@kinora/db/connect.ts";
import { findRow, insertRow, selectRow } from "@kinora/db/testing-rows.ts";
import { ConsolePeople, type ConsolePerson, type ConsolePlace } from "./console-people.ts";
import { nameInArabic } from "./crawled-names.ts";
import type { Environment } from "./environment.ts";
import { kinoraCommand } from "./kinora-command.ts";
import { fillLists } from "./listed-project.ts";
import { LONG_TRANSCODING_PATIENCE_MS } from "./patience.ts";
import { until } from "./pipeline-project.ts";

/** A project with something in every list, seen by a superuser who owns its account. */
export interface CrawledProject {
  people: ConsolePeople;
  owner: ConsolePerson;
  /** What stands for each parameter of the console's routes, by its name without the `$`. */
  parameters: Record<string, number>;
  /** Hashes of what viewers can open, by what it is. */
  hashes: Record<"video" | "unpublished" | "stream" | "playlist", string>;
}

/** Few, and one of every state (packages/demo/src/footage.ts). */
const DEMO_VIDEOS = "5";

/** Fills a project of its own with the demo's content, its figures, and rows of usual lengths in every list. */
export async function makeCrawledProject(kinora: Environment): Promise<CrawledProject> {
  const people = new ConsolePeople(kinora);
  const owner = await people.person("Sue Super", { superuser: true });
  const accountId = await people.account("Harbour", owner);
  const place = { owner, accountId, projectId: await people.project(accountId, "North Quay") };
  const project = ["--project", String(place.projectId)];
  await kinoraCommand(kinora, "seed", "demo", ...project, "--videos", DEMO_VIDEOS);
  await kinoraCommand(kinora, "seed", "analytics", ...project, "--days", "20");
  const { streamId, importId } = await fillLists(people.db, place);
  const [video, unpublished] = await Promise.all([true, false].map((is) => demoVideo(people.db, place, is)));
  const { db } = people;
  const mine = { project_id: place.projectId, account_id: accountId };
  const playlist = await selectRow(db, "playlists", { project_id: place.projectId, type: "manual" }, "id", "hash");
  const first = async (table: "players" | "restriction_profiles") =>
    (await db.selectFrom(table).select("id").where("project_id", "=", place.projectId).executeTakeFirstOrThrow()).id;
  const stream = await selectRow(db, "streams", { id: streamId }, "hash");
  const webhook = {
    name: "Newsroom",
    url: "https://news.example/hook",
    events: ["*"],
    secret_sealed: Buffer.alloc(60),
  };
  const webhookId = await insertRow(db, "webhooks", { ...mine, ...webhook });
  await nameInArabic(db, place, video?.id ?? 0);
  return {
    people,
    owner,
    parameters: {
      videoId: video?.id ?? 0,
      streamId,
      importId,
      playlistId: playlist.id,
      playerId: await first("players"),
      profileId: await first("restriction_profiles"),
      webhookId: webhookId.id,
      invoiceId: await addInvoice(db, place),
      accountId,
    },
    hashes: {
      video: video?.hash ?? "",
      unpublished: unpublished?.hash ?? "",
      stream: stream.hash,
      playlist: playlist.hash,
    },
  };
}

/** A video of the demo that is complete. */
const demoVideo = (db: Database, { projectId }: ConsolePlace, published: boolean) =>
  until(
    "the demo's videos are complete",
    () =>
      findRow(
        db,
        "videos",
        { project_id: projectId, status: "complete", published, storyboard: true, deleted_at: null },
        "id",
        "hash",
      ),
    LONG_TRANSCODING_PATIENCE_MS,
  );

/** An invoice of the account with one line; answers its id. */
async function addInvoice(db: Database, { accountId }: ConsolePlace): Promise<number> {
  const party = { name: "Harbour Films SARL", email: "billing@example.com", vat_number: "FR12345678901" };
  const address = { street: "2 quai du Port", city: "Marseille", postcode: "13002", country: "FR" };
  const period = { from: "2026-01-01", to: "2026-01-31" };
  const traffic = { kind: "usage", meter: "traffic", name: "Team", ...period, quantity: 30_000, rate: 10_000 };
  const { id } = await insertRow(db, "invoices", {
    account_id: accountId,
    kind: "invoice",
    number: `CRAWL-${accountId}`,
    period_from: period.from,
    period_to: period.to,
    currency: "EUR",
    seller: JSON.stringify({ ...party, ...address, payment: "By transfer." }),
    buyer: JSON.stringify({ ...party, ...address, po_number: "PO-7" }),
    lines: JSON.stringify([{ ...traffic, tier: { from: 0, to: null }, amount: 30 }]),
    vat: JSON.stringify({ category: "O", rate: 0, note: "Outside the scope of VAT." }),
    subtotal: 30,
    vat_amount: 0,
    total: 30,
    issued_on: "2026-02-01",
    issued_by: null,
    due_on: "2026-02-15",
  });
  return id;
}
