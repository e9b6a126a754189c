import { FAILED_HOURS, RETRIED_AT_ONCE } from "@kinora/domain/operations/queue.ts";
import { sql } from "kysely";
import type { Context } from "../../context.ts";
import { auditInstallation } from "../../platform/events/record.ts";
import { Refusal } from "../../platform/refusal.ts";
import { repeatTranscode } from "./steering.ts";

interface FailureKind {
  code: string;
  reason: string;
  retryable: boolean;
  transcodes: number;
  accounts: number;
  latest_at: Date;
}

/** The sentence of a failure with its figures left out, but not those of a name (MP4, H.264), so that what differs in nothing else is one kind. */
const reasonOfFailure = sql<string>`
  regexp_replace(transcodes.failure->>'message', '(?<![[:alnum:].])[0-9]+([.,:×x][0-9]+)*', '#', 'g')`;

const failedLately = ({ clock }: Context) => sql`
  from transcodes join videos on videos.id = transcodes.video_id and videos.deleted_at is null
  where transcodes.state = 'failed' and transcodes.failure is not null
    and transcodes.finished_at > ${new Date(clock.now().getTime() - FAILED_HOURS * 3_600_000)}`;

/** What failed lately by kind, the most frequent first; at most 50 kinds. */
export async function listTranscodeFailures(context: Context): Promise<FailureKind[]> {
  const { rows } = await sql<FailureKind>`
    select transcodes.failure->>'code' as code, ${reasonOfFailure} as reason,
      bool_or((transcodes.failure->>'retryable')::boolean) as retryable, count(*)::int as transcodes,
      count(distinct transcodes.account_id)::int as accounts, max(transcodes.finished_at) as latest_at
    ${failedLately(context)} group by 1, 2 order by 4 desc, 6 desc limit 50`.execute(context.db);
  return rows;
}

/**
 * Takes up the failed transcodes of a kind, the oldest first, at most `RETRIED_AT_ONCE` in one call; those that cannot be
 * taken up, as after their source was deleted, are passed over and count as left.
 */
export async function retryTranscodeFailures(
  context: Context,
  kind: { code: string; reason: string },
): Promise<{ retried: number; left: number }> {
  const { rows } = await sql<{ id: number; of_kind: number }>`
    select transcodes.id, count(*) over ()::int as of_kind ${failedLately(context)}
      and transcodes.failure->>'code' = ${kind.code} and ${reasonOfFailure} = ${kind.reason}
      and (transcodes.failure->>'retryable')::boolean
    order by transcodes.finished_at limit ${RETRIED_AT_ONCE}`.execute(context.db);
  let retried = 0;
  for (const { id } of rows) {
    try {
      await repeatTranscode(context, id);
      retried += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      context.log.info({ transcode: id, reason: error.message }, "a failed transcode cannot be taken up");
    }
  }
  const left = (rows[0]?.of_kind ?? 0) - retried;
  const changes = { code: kind.code, retried, left };
  await auditInstallation(context, context.db, { action: "transcoding.kind_retried", title: kind.reason, changes });
  return { retried, left };
}
