import type { Executor, Tx } from "@kinora/db/connect.ts";
import {
  defaultWatermarkLayout,
  WATERMARK_MAXIMUM_BYTES,
  type WatermarkLayout,
} from "@kinora/domain/transcoding/watermark.ts";
import { z } from "zod";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { record } from "../../platform/events/record.ts";
import { task } from "../../platform/jobs/tasks.ts";
import { Refusal } from "../../platform/refusal.ts";
import { decodeWatermark } from "./decode-watermark.ts";

export interface WatermarkSettings extends WatermarkLayout {
  enabled: boolean;
}

const COLUMNS = [
  "number",
  "width",
  "height",
  "enabled",
  "position",
  "opacity",
  "size",
  "margin",
  "updated_at",
] as const;

/** The storage key of a project's watermark; every version made with it has its own copy. */
export const watermarkKey = (projectId: number, number: number) => `watermarks/${projectId}/${number}.png`;

/** A project's watermark, or null. */
export async function readWatermark(on: Executor, projectId: number) {
  const row = await on
    .selectFrom("project_watermarks")
    .select(COLUMNS)
    .where("project_id", "=", projectId)
    .executeTakeFirst();
  return row ?? null;
}

type WatermarkRow = NonNullable<Awaited<ReturnType<typeof readWatermark>>>;

/** A project's watermark with its picture, or null. */
export async function describeWatermark(context: Pick<Context, "db" | "storage">, projectId: number) {
  const row = await readWatermark(context.db, projectId);
  return row && describe(context, projectId, row);
}

async function describe({ storage }: Pick<Context, "storage">, projectId: number, row: WatermarkRow) {
  const { number, ...shown } = row;
  const { stream } = await storage.get(watermarkKey(projectId, number));
  const png = Buffer.concat(await stream.toArray());
  return { ...shown, picture: `data:image/png;base64,${png.toString("base64")}` };
}

/**
 * Replaces a project's watermark picture and keeps its placement. Versions made or being made with the old one keep it.
 * @throws Refusal `invalid` when it is no picture or too large; `rate_limited` while others are being decoded.
 */
export async function uploadWatermark(context: Context, grant: ProjectGrant, base64: string) {
  const { clock, db, storage } = context;
  const { accountId, projectId } = grant;
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > WATERMARK_MAXIMUM_BYTES) {
    const message = "A watermark can have up to 5 MB.";
    throw new Refusal("invalid", message, { fields: { picture: [message] } });
  }
  const { png, width, height } = await decodeWatermark(bytes);
  const before = await readWatermark(db, projectId);
  const number = Math.max(clock.now().getTime(), (before?.number ?? 0) + 1);
  await storage.put(watermarkKey(projectId, number), png, { contentType: "image/png" });
  const picture = { number, width, height, updated_at: clock.now() };
  const { row, replaced } = await db.transaction().execute(async (tx) => {
    const old = await lockWatermark(tx, projectId);
    await tx
      .insertInto("project_watermarks")
      .values({ project_id: projectId, account_id: accountId, enabled: false, ...defaultWatermarkLayout, ...picture })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(picture))
      .execute();
    await announce(context, tx, grant, "project.watermark_upload", { width, height });
    return { row: await readWatermark(tx, projectId), replaced: old };
  });
  if (replaced && replaced.number !== number) await storage.delete(watermarkKey(projectId, replaced.number));
  if (!row) throw missing();
  return describe(context, projectId, row);
}

/** Changes the placement of a project's watermark on new videos, and whether it is on. @throws Refusal `conflict` without a picture. */
export async function saveWatermark(context: Context, grant: ProjectGrant, settings: WatermarkSettings) {
  const { projectId } = grant;
  const row = await context.db.transaction().execute(async (tx) => {
    const { enabled, position, opacity, size, margin } = settings;
    const changed = await tx
      .updateTable("project_watermarks")
      .set({ enabled, position, opacity, size, margin, updated_at: context.clock.now() })
      .where("project_id", "=", projectId)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!changed) throw missing();
    await announce(context, tx, grant, "project.watermark_change", { ...settings });
    return changed;
  });
  return describe(context, projectId, row);
}

/** Removes a project's watermark. Idempotent. */
export async function deleteWatermark(context: Context, grant: ProjectGrant): Promise<void> {
  const { projectId } = grant;
  const old = await context.db.transaction().execute(async (tx) => {
    const row = await tx
      .deleteFrom("project_watermarks")
      .where("project_id", "=", projectId)
      .returning("number")
      .executeTakeFirst();
    if (row) await announce(context, tx, grant, "project.watermark_remove", {});
    return row;
  });
  if (old) await context.storage.delete(watermarkKey(projectId, old.number));
}

/** Deletes a deleted project's picture; its videos' copies are deleted with them. */
export const deleteProjectWatermark = task({
  name: "transcoding.delete_project_watermark",
  payload: z.object({ eventId: z.number() }),
  async run({ db, storage }, { eventId }) {
    const event = await db.selectFrom("events").select("project_id").where("id", "=", eventId).executeTakeFirst();
    if (!event?.project_id) return;
    await db.deleteFrom("project_watermarks").where("project_id", "=", event.project_id).execute();
    await storage.deletePrefix(`watermarks/${event.project_id}/`);
  },
});

const lockWatermark = (tx: Tx, projectId: number) =>
  tx
    .selectFrom("project_watermarks")
    .select("number")
    .where("project_id", "=", projectId)
    .forUpdate()
    .executeTakeFirst();

const announce = (context: Context, tx: Tx, grant: ProjectGrant, action: string, changes: Record<string, unknown>) =>
  record(context, tx, grant, {
    action,
    event: "project.watermark_changed",
    object: { type: "project", id: grant.projectId, title: "" },
    changes,
  });

const missing = () => new Refusal("conflict", "This project has no watermark: upload a picture first.");
