import { createHmac } from "node:crypto";
import { parseArgs } from "node:util";
import type { Database } from "@kinora/db/connect.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { addDeliveries } from "@kinora/server/analytics/counting/add-deliveries.ts";
import { writeViews } from "@kinora/server/analytics/counting/write-views.ts";
import { CommandError, type Command } from "@kinora/server/cli/command.ts";
import { Chance } from "./figures/chance.ts";
import { deliveriesFor } from "./figures/demo-deliveries.ts";
import { addSessions, addViewersNow, dropSessions, planSessions } from "./figures/demo-sessions.ts";
import { addTranscodes, dropTranscodes } from "./figures/demo-transcodes.ts";
import { sessionViews, videoViews } from "./figures/demo-views.ts";
import { readStage, type FigureStage } from "./figures/stage.ts";
import { PROJECT } from "./people.ts";

const MOST_DAYS = 90;
const BATCH = 1_000;
const COUNTED = [
  "view_hours",
  "view_sums",
  "view_sketches",
  "view_codes",
  "video_parts",
  "player_days",
  "playlist_days",
  "viewers_now",
  "watching_views",
  "delivery_hours",
  "delivery_sums",
  "views",
] as const;

/** Writes days of believable figures for the projects of `seed demo`, so that their reports have something to show. */
export const seedAnalytics: Command = {
  usage: `[--project HASH_OR_ID] [--days 1-${MOST_DAYS}] [--seed NUMBER] [--replace]`,
  async run(context, args) {
    const { values } = parseArgs({
      args,
      options: {
        project: { type: "string" },
        days: { type: "string", default: String(MOST_DAYS) },
        seed: { type: "string", default: "1" },
        replace: { type: "boolean", default: false },
      },
    });
    const days = readNumber("days", values.days, MOST_DAYS);
    const seed = readNumber("seed", values.seed, 1_000_000);
    const { db, clock } = await context.services();
    const projects = await findProjects(db, values.project);
    if (!values.replace) for (const project of projects) await refuseFigures(db, project);
    for (const project of projects) {
      const stage = await readStage(db, project);
      if (stage.videos.length === 0) throw new CommandError(`"${project.name}" has no video that can be watched.`);
      if (values.replace) await dropFigures(db, project.id);
      const counted = await writeFigures(db, stage, { days, seed, now: clock.now() });
      context.print(JSON.stringify({ project: project.id, days, ...counted }));
    }
    return 0;
  },
};

function readNumber(name: string, text: string, most: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= most) return number;
  throw new CommandError(`--${name} takes a number from 1 to ${most}.`);
}

async function findProjects(db: Database, name: string | undefined) {
  const all = db.selectFrom("projects").select(["id", "account_id", "name"]).where("deleted_at", "is", null);
  const projects = await (
    name === undefined
      ? all.where("domain", "=", PROJECT.domain)
      : all.where(({ eb, or }) =>
          or([eb("hash", "=", name), ...(/^\d{1,15}$/.test(name) ? [eb("id", "=", Number(name))] : [])]),
        )
  )
    .orderBy("id")
    .execute();
  if (projects.length > 0) return projects;
  throw new CommandError(
    name === undefined
      ? `There's no project of the demo. Run "npm run kinora -- seed demo" first, or name one with --project.`
      : `There's no project with the ID or hash ${name}.`,
  );
}

/** @throws CommandError for a project whose viewers were counted: figures of a demo are not mixed with theirs. */
async function refuseFigures(db: Database, { id, name }: { id: number; name: string }): Promise<void> {
  for (const table of ["view_hours", "view_sums", "delivery_hours"] as const) {
    const row = await db
      .selectFrom(table)
      .select("project_id")
      .where("project_id", "=", id)
      .limit(1)
      .executeTakeFirst();
    if (row)
      throw new CommandError(
        `"${name}" has figures of its viewers. --replace deletes what was counted of them, and writes the demo's.`,
      );
  }
}

/** Deletes what was counted of a project's viewers, and the broadcasts and transcodes of a demo before. */
async function dropFigures(db: Database, projectId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const table of COUNTED) await tx.deleteFrom(table).where("project_id", "=", projectId).execute();
    await dropSessions(tx, projectId);
    await dropTranscodes(tx, projectId);
  });
}

async function writeFigures(
  db: Database,
  stage: FigureStage,
  { days, seed, now }: { days: number; seed: number; now: Date },
) {
  const chance = new Chance(seed);
  const sessions = planSessions(chance, stage, days, now);
  const live = [...sessionViews(chance, stage, sessions)];
  const views = [...videoViews(chance, stage, days, now), ...live];
  await count(db, seed, views);
  await addSessions(db, stage, sessions, live);
  await addViewersNow(db, stage, views);
  const deliveries = deliveriesFor(chance, stage, views);
  for (let at = 0; at < deliveries.length; at += BATCH)
    await db.transaction().execute((tx) => addDeliveries(tx, deliveries.slice(at, at + BATCH)));
  await addTranscodes(db, chance, stage, days, now);
  return {
    views: views.length,
    sessions: sessions.length,
    bytes: deliveries.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Counts views as an edge does; days of the past have no salt, so that visitors are hashed with the seed. */
async function count(db: Database, seed: number, views: readonly ArrivedReport[]): Promise<void> {
  const visitors = {
    prepare: () => Promise.resolve(),
    of: (day: string, client: string) => createHmac("sha256", `${seed} ${day}`).update(client).digest().subarray(0, 16),
  };
  for (let at = 0; at < views.length; at += BATCH) await writeViews(db, visitors, views.slice(at, at + BATCH));
}
