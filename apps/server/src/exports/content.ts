import type { Tx } from "@kinora/db/connect.ts";
import { hasEInvoice, WITHOUT_E_INVOICE } from "@kinora/domain/billing/e-invoice.ts";
import { dayIn } from "@kinora/domain/billing/months.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { sql } from "kysely";
import { exportProject } from "../as-code/service.ts";
import { invoiceBytes } from "../billing/invoices/invoice-bytes.ts";
import type { Context, Services } from "../context.ts";
import { joined } from "../platform/database/joined.ts";
import { csvLine } from "../platform/lists/csv.ts";
import { captionsKey } from "../videos/captions/captions-files.ts";
import { tableAsJson } from "./rows.ts";
import { EXPORTED, type ExportedTable } from "./tables.ts";
import type { AddFile } from "./zip.ts";

const PAGE = 500;

const README = (account: string, at: Date, api: string) => `Export of the account ${account}, ${at.toISOString()}

tables/*.json     rows of the database, one in a line. Sums of views and of what was sent are by the hour, in UTC.
projects/*.yaml   settings of each project, as they can be imported again.
invoices/         every invoice and credit note as PDF, and as XML in UBL 2.1 where amounts have up to two decimals.
captions/         caption files in WebVTT, in a folder with the hash of their video.
originals.csv     the uploaded files that are kept, with their sizes and SHA-256.

Media files are not in this file: they can be larger than any disk it is saved to. Fetch each original with the address in
originals.csv, which answers with a link that works for an hour:

  curl -H "Authorization: Bearer KEY" ${api}/videos/1/original

An API key of the video's project with the permission video_download serves as KEY.

Passwords, keys, tokens and their hashes are left out everywhere.
`;

type Within = Context & { db: Tx };

/** How many files an export of the account has. */
export async function countFiles(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select (select count(*) from projects where account_id = ${accountId} and deleted_at is null)
      + (select count(*) from invoices where account_id = ${accountId})
      + (select count(*) from invoices where account_id = ${accountId} and currency <> all(${WITHOUT_E_INVOICE}::text[])
          and coalesce(vat->'exchange'->>'currency', '') <> all(${WITHOUT_E_INVOICE}::text[]))
      + (select count(*) from captions c join videos v on v.id = c.video_id
          where c.account_id = ${accountId} and v.deleted_at is null) as files`.execute(tx);
  return 2 + Object.keys(EXPORTED).length + (rows[0]?.files ?? 0);
}

/** Up to which rows an export goes that are read after its snapshot. */
export interface Listed {
  invoice: number;
  caption: number;
}

/**
 * Adds what has to be of one moment: the tables, the settings of projects and the list of originals, as the account was when the
 * transaction began.
 */
export async function addSnapshot(services: Services, tx: Tx, accountId: number, add: AddFile): Promise<Listed> {
  // A command of the machine itself: what the export may read is decided by whose account it is.
  const within: Within = { ...joined({ ...services, caller: { kind: "operator" } }, tx), db: tx };
  const now = services.clock.now();
  const account = await tx.selectFrom("accounts").select("name").where("id", "=", accountId).executeTakeFirstOrThrow();
  await add("README.txt", [README(account.name, now, services.config.urls.api)]);
  for (const table of Object.keys(EXPORTED) as ExportedTable[])
    await add(`tables/${table}.json`, tableAsJson(tx, table, accountId));
  await addProjects(within, accountId, add);
  await add("originals.csv", originals(within, accountId));
  const { rows } = await sql<Listed>`
    select coalesce((select max(id) from invoices where account_id = ${accountId}), 0) as invoice,
      coalesce((select max(id) from captions where account_id = ${accountId}), 0) as caption`.execute(tx);
  return rows[0] ?? { invoice: 0, caption: 0 };
}

/**
 * Adds the files whose making takes long: invoices, which never change, and captions. No snapshot is open meanwhile, which would keep
 * VACUUM from removing rows. Captions that are deleted after the snapshot are left out.
 */
export async function addFiles(services: Services, accountId: number, { invoice, caption }: Listed, add: AddFile) {
  await addInvoices(services, accountId, invoice, add);
  await addCaptions(services, accountId, caption, add);
}

async function addProjects(context: Within, accountId: number, add: AddFile): Promise<void> {
  const projects = await context.db
    .selectFrom("projects")
    .select(["id", "hash"])
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  for (const { id: projectId, hash } of projects) {
    const grant = { accountId, projectId, owner: true, permissions: new Set(PERMISSIONS) };
    await add(`projects/${hash}.yaml`, [await exportProject(joined(context, context.db), grant)]);
  }
}

async function addInvoices(
  { db, clock }: Pick<Services, "db" | "clock">,
  accountId: number,
  upTo: number,
  add: AddFile,
): Promise<void> {
  const invoices = await db
    .selectFrom("invoices")
    .select(["id", "number", "currency", "vat"])
    .where("account_id", "=", accountId)
    .where("id", "<=", upTo)
    .orderBy("id")
    .execute();
  const today = dayIn("UTC", clock.now());
  for (const { id, number, ...stated } of invoices)
    for (const format of hasEInvoice(stated) ? (["pdf", "xml"] as const) : (["pdf"] as const)) {
      const { bytes } = await invoiceBytes(db, { id, accountId, today, format });
      await add(`invoices/${number}.${format}`, [bytes]);
    }
}

async function addCaptions(
  { db, storage }: Pick<Services, "db" | "storage">,
  accountId: number,
  upTo: number,
  add: AddFile,
): Promise<void> {
  for (let after = 0; ;) {
    const page = await db
      .selectFrom("captions")
      .innerJoin("videos", "videos.id", "captions.video_id")
      .select(["captions.id", "captions.language", "captions.revision", "videos.id as video_id", "videos.hash"])
      .where("captions.account_id", "=", accountId)
      .where("videos.deleted_at", "is", null)
      .where("captions.id", ">", after)
      .where("captions.id", "<=", upTo)
      .orderBy("captions.id")
      .limit(PAGE)
      .execute();
    for (const { id, language, revision, video_id: videoId, hash } of page) {
      const key = captionsKey(videoId, id, revision);
      // Deleted or replaced since its row was read.
      const content = (await storage.stat(key)) ? (await storage.get(key)).stream : [];
      await add(`captions/${hash}/${language}-${id}.vtt`, content);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

const ORIGINALS = ["project", "video_id", "hash", "title", "file_name", "bytes", "sha256", "link"] as const;

async function* originals({ db, config }: Within, accountId: number): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(ORIGINALS)}`;
  for (let after = 0; ;) {
    const page = await db
      .selectFrom("videos")
      .innerJoin("projects", "projects.id", "videos.project_id")
      .select(["videos.id", "videos.hash", "title", "file_name", "source_bytes", "source_sha256", "projects.name"])
      .where("videos.account_id", "=", accountId)
      .where("source_key", "is not", null)
      .where("videos.deleted_at", "is", null)
      .where("videos.id", ">", after)
      .orderBy("videos.id")
      .limit(PAGE)
      .execute();
    for (const video of page)
      yield csvLine([
        ...[video.name, video.id, video.hash, video.title, video.file_name, video.source_bytes],
        ...[video.source_sha256?.toString("hex") ?? null, `${config.urls.api}/videos/${video.id}/original`],
      ]);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}
