import { sql } from "kysely";
import type { Benchmark } from "./benchmark.ts";
import { print, round } from "./figure.ts";
import { processorSeconds } from "./processor-time.ts";
import { startProduct, type Product } from "./product.ts";
import { sized } from "./sizes.ts";

const CHANNELS = sized(1_000, 50);
/** Several heartbeats of the live role. */
const MEASURED_MS = sized(20_000, 3_000);

/** What channels cost whose loops do not play: nothing should grow with their number. */
export const liveIdle: Benchmark = {
  what: `transactions and processor time a second with ${CHANNELS} idle channels, beside the same host without any`,
  async run(cleanUp) {
    const product = await startProduct(cleanUp);
    const none = await atRest(product);
    await makeChannels(product);
    const many = await atRest(product);
    const shared = { better: "lower", rounds: 1 } as const;
    print({
      ...shared,
      what: "transactions of the database, all roles",
      ours: many.transactions,
      unit: "a second",
      beside: { what: "no channels", value: none.transactions },
      goal: "ratio ≥ 0.9",
    });
    print({
      ...shared,
      what: "processor time of the live role",
      ours: many.processorMs,
      unit: "ms a second",
      beside: { what: "no channels", value: none.processorMs },
      goal: `≤ ${round(none.processorMs + 10)} ms a second`,
    });
  },
};

/** What happens in a second without requests. */
async function atRest({ kinora, project: { db } }: Product): Promise<{ transactions: number; processorMs: number }> {
  const pid = kinora.pids["live"];
  if (pid === undefined) throw new Error("The live role does not run.");
  const committed = async (): Promise<number> => {
    const { rows } = await sql<{ count: string }>`
      select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()`.execute(db);
    return Number(rows[0]?.count ?? 0);
  };
  const before = { transactions: await committed(), seconds: processorSeconds(pid) };
  await new Promise((wake) => setTimeout(wake, MEASURED_MS));
  return {
    transactions: ((await committed()) - before.transactions) / (MEASURED_MS / 1_000),
    processorMs: ((processorSeconds(pid) - before.seconds) * 1_000) / (MEASURED_MS / 1_000),
  };
}

/** Channels with a loop that plays once an encoder was lost, which none was. */
async function makeChannels({ project: { db, accountId, projectId } }: Product): Promise<void> {
  await sql`
    with video as (
      insert into videos (project_id, account_id, hash, title, status) values (${projectId}, ${accountId}, 'idlechannels', 'A film', 'complete') returning id
    ), channel as (
      insert into streams (project_id, account_id, hash, name, key_hash, key_sealed, loop_before_live, loop_on_disconnect, loop_since)
      select ${projectId}, ${accountId}, md5(n::text), 'Channel ' || n, sha256(n::text::bytea), '\\x00', false, true, now()
      from generate_series(1, ${CHANNELS}) n returning id
    )
    insert into stream_loop_items (stream_id, project_id, position, video_id)
    select channel.id, ${projectId}, 0, video.id from channel, video`.execute(db);
}
