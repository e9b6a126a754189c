import { sql, type Kysely } from "kysely";

const REGISTERS = 4_096;
const PAGE = 1_000;

interface Row {
  project_id: number;
  day: string;
  dimension: string;
  audience: string;
  value: string;
  sketch: Buffer;
}

/** Visitors of all videos and of all livestreams of a day. Those of days before the update are everyone in the items' sketches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table view_sketches drop constraint view_sketches_dimension_check;
    alter table view_sketches add constraint view_sketches_dimension_check
      check (dimension in ('', 'kind', 'video', 'stream', 'player', 'host', 'country', 'device'))`.execute(db);
  // Without an estimate of how many rows follow, each page would be found by sorting all of them.
  await sql`analyze view_sketches`.execute(db);
  let group: Group | null = null;
  for await (const row of sketchesOfItems(db)) {
    if (group === null || OF_GROUP.some((name) => group?.of[name] !== row[name])) {
      await keep(db, group);
      group = { of: row, registers: new Map() };
    }
    const registers = group.registers.get(row.audience) ?? new Uint8Array(REGISTERS);
    group.registers.set(row.audience, registers);
    merge(registers, row.sketch);
  }
  await keep(db, group);
}

/** Everyone who is in the sketches of one kind of items on one day, by audience. */
interface Group {
  of: Row;
  registers: Map<string, Uint8Array>;
}

const OF_GROUP = ["project_id", "day", "dimension"] as const;

async function keep(db: Kysely<unknown>, group: Group | null): Promise<void> {
  if (group === null) return;
  const { project_id: project, day, dimension } = group.of;
  for (const [audience, registers] of group.registers)
    await sql`
      insert into view_sketches (project_id, day, dimension, value, audience, sketch)
      values (${project}, ${day}::date, 'kind', ${dimension}, ${audience}, ${Buffer.from(registers)})`.execute(db);
}

/** In the order of the primary key, so that a page is read from its index, however many follow. */
async function* sketchesOfItems(db: Kysely<unknown>): AsyncGenerator<Row> {
  let after = sql``;
  for (;;) {
    // By the column: `day` alone would be the text.
    const { rows } = await sql<Row>`
      select s.project_id, s.day::text as day, s.dimension, s.audience, s.value, s.sketch from view_sketches s
      where s.dimension in ('video', 'stream') ${after}
      order by s.project_id, s.day, s.dimension, s.value, s.audience limit ${PAGE}`.execute(db);
    yield* rows;
    const last = rows.at(-1);
    if (!last) return;
    after = sql`and (s.project_id, s.day, s.dimension, s.value, s.audience)
      > (${last.project_id}, ${last.day}::date, ${last.dimension}, ${last.value}, ${last.audience})`;
  }
}

/** Registers as they are kept: all of them, or each that is not 0 as two bytes of its index and its value. */
function merge(registers: Uint8Array, sketch: Uint8Array): void {
  const put = (index: number, value: number) => {
    registers[index] = Math.max(registers[index] ?? 0, value);
  };
  if (sketch.length === REGISTERS) sketch.forEach((value, index) => put(index, value));
  else
    for (let at = 0; at < sketch.length; at += 3)
      put(((sketch[at] ?? 0) << 8) | (sketch[at + 1] ?? 0), sketch[at + 2] ?? 0);
}
