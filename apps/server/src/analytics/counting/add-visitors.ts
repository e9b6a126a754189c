import type { Database } from "@kinora/db/connect.ts";
import type { ViewSketchesTable } from "@kinora/db/schema-views.ts";
import type { ArrivedReport } from "@kinora/domain/analytics/player-report.ts";
import { withVisitors } from "@kinora/domain/analytics/visitor-sketch.ts";
import { sql } from "kysely";
import type { ViewChange } from "./view-change.ts";

/** A visitor who began to play on a day, by the hash of that day. */
export interface NewVisitor {
  change: ViewChange;
  day: string;
  hash: Buffer;
}

interface SketchKey {
  project_id: number;
  day: string;
  dimension: ViewSketchesTable["dimension"];
  value: string;
  audience: ArrivedReport["audience"];
}

/** Adds visitors to the sketches of their day, of the project, of all videos or livestreams, and of each value that reports tell apart. */
export async function addVisitors(db: Database, visitors: readonly NewVisitor[]): Promise<void> {
  const groups = new Map<string, { key: SketchKey; hashes: Buffer[] }>();
  for (const { change, day, hash } of visitors) {
    for (const key of keysOf(change, day)) {
      const name = JSON.stringify(key);
      const group = groups.get(name) ?? { key, hashes: [] };
      groups.set(name, group);
      group.hashes.push(hash);
    }
  }
  if (groups.size === 0) return;
  const keys = JSON.stringify([...groups.values()].map(({ key }) => key));
  await sql`
    insert into view_sketches (project_id, day, dimension, value, audience, sketch)
    select r.project_id, r.day, r.dimension, r.value, r.audience, ''
    from ${keysIn(keys)} join projects p on p.id = r.project_id
    order by r.project_id, r.day, r.dimension, r.value, r.audience
    on conflict (project_id, day, dimension, value, audience) do nothing`.execute(db);
  // In one order on every edge, so that two edges never wait for each other's rows.
  const { rows } = await sql<SketchKey & { sketch: Buffer }>`
    select s.project_id, s.day::text as day, s.dimension, s.value, s.audience, s.sketch
    from view_sketches s join ${keysIn(keys)}
      on (s.project_id, s.day, s.dimension, s.value, s.audience) = (r.project_id, r.day, r.dimension, r.value, r.audience)
    order by s.project_id, s.day, s.dimension, s.value, s.audience for update of s`.execute(db);
  const changed = rows.flatMap(({ sketch, ...key }) => {
    const bytes = withVisitors(sketch, groups.get(JSON.stringify(key))?.hashes ?? []);
    return bytes ? [{ ...key, sketch: `\\x${Buffer.from(bytes).toString("hex")}` }] : [];
  });
  if (changed.length === 0) return;
  await sql`
    update view_sketches s set sketch = r.sketch
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      as r (project_id bigint, day date, dimension text, value text, audience text, sketch bytea)
    where (s.project_id, s.day, s.dimension, s.value, s.audience)
      = (r.project_id, r.day, r.dimension, r.value, r.audience)`.execute(db);
}

const keysIn = (keys: string) =>
  sql`jsonb_to_recordset(${keys}::jsonb) as r (project_id bigint, day date, dimension text, value text, audience text)`;

function keysOf({ report, place }: ViewChange, day: string): SketchKey[] {
  const { item, host, country, device, audience } = report;
  const values: [SketchKey["dimension"], string | number | null][] = [
    ["", ""],
    ["kind", item.kind],
    [item.kind, item.id],
    ["player", place.playerId],
    ["host", host],
    ["country", country],
    ["device", device],
  ];
  return values.flatMap(([dimension, value]) =>
    value === null ? [] : [{ project_id: item.projectId, day, dimension, value: String(value), audience }],
  );
}
