import { selectRows } from "@kinora/db/testing-rows.ts";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { sharedProject } from "../../testing/fixtures.ts";
import { TranscribedMinutes } from "./transcribed-minutes.ts";

const { services, project } = await sharedProject();

test("what the database does not take is recorded with what comes next, once", async () => {
  const minutes = new TranscribedMinutes(services);
  const session = { id: 7, stream: { account_id: project.accountId, project_id: project.projectId } };
  minutes.add(session, 30, 3);
  await sql`alter table transcription_records rename to transcription_records_away`.execute(services.db);
  await expect(minutes.record()).rejects.toThrow("transcription_records");
  await sql`alter table transcription_records_away rename to transcription_records`.execute(services.db);
  minutes.add(session, 12, 1);
  await minutes.record();
  await minutes.record();
  const rows = await selectRows(
    services,
    "transcription_records",
    { session_id: session.id },
    "sound_seconds",
    "engine_seconds",
  );
  expect(rows).toEqual([{ sound_seconds: 42, engine_seconds: 4 }]);
});
