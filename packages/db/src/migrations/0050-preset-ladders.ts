import { sql, type Kysely } from "kysely";

interface Rung {
  height: number;
  enabled: boolean;
  crf: number;
  maxBitrateKbps: number;
}

/** What rungs of presets were until now, and what they are: CRF by height. */
const CRF: Readonly<Record<number, readonly [before: number, now: number]>> = {
  240: [25, 24],
  360: [24, 23],
  480: [24, 22],
  720: [23, 23],
  1080: [22, 23],
  1440: [22, 22],
  2160: [22, 22],
};
const KBPS: Readonly<Record<number, number>> = {
  240: 450,
  360: 800,
  480: 1400,
  720: 2800,
  1080: 5000,
  1440: 9000,
  2160: 16_000,
};

/** The heights of presets, and those the preset has gained. */
const PRESETS: readonly { heights: readonly number[]; gained: readonly number[] }[] = [
  { heights: [360, 720], gained: [] },
  { heights: [360, 480, 720, 1080], gained: [1440] },
  { heights: [240, 360, 480, 720, 1080, 1440, 2160], gained: [] },
];

/** The rungs of presets have other figures than they had: a project that chose a preset keeps it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ project_id: number; ladder: { rungs?: Rung[] } }>`
    select project_id, ladder from project_ladders`.execute(db);
  for (const { project_id: projectId, ladder } of rows) {
    const rungs = ladder.rungs ?? [];
    const enabled = rungs.filter((rung) => rung.enabled);
    const isUsual = enabled.every(
      (rung) => rung.crf === CRF[rung.height]?.[0] && rung.maxBitrateKbps === KBPS[rung.height],
    );
    const preset = PRESETS.find(({ heights }) => heights.join() === enabled.map(({ height }) => height).join());
    if (!isUsual || !preset) continue;
    const now = rungs.map((rung) => ({
      ...rung,
      crf: CRF[rung.height]?.[1] ?? rung.crf,
      enabled: rung.enabled || preset.gained.includes(rung.height),
      maxBitrateKbps: KBPS[rung.height] ?? rung.maxBitrateKbps,
    }));
    await sql`update project_ladders set ladder = ${JSON.stringify({ ...ladder, rungs: now })}::jsonb
      where project_id = ${projectId}`.execute(db);
  }
}
