import { selectRow, selectRows } from "@kinora/db/testing-rows.ts";
import type { Services } from "../context.ts";
import { readImport } from "../imports/read.ts";
import { runImport } from "../imports/run.ts";
import { GiveUp } from "../platform/refusal.ts";
import { fetchImport } from "../uploads/import/fetch-import.ts";
import { RUN } from "./fixtures.ts";

/** The run of an import that is due. */
export async function runOf({ db }: Services, importId: number) {
  const { attempts: attempt } = await selectRow(db, "import_jobs", { id: importId }, "attempts");
  return { importId, attempt };
}

/** Reads the source of an import, as the queue does. */
export const readSourceOf = async (services: Services, id: number): Promise<void> =>
  readImport.run(services, await runOf(services, id), RUN);

/** Runs an import to its end. */
export async function runToEnd(services: Services, id: number): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    const job = await selectRow(services, "import_jobs", { id }, "state", "project_id");
    if (job.state !== "running") return;
    await runImport.run(services, await runOf(services, id), RUN);
    await fetchFiles(services, job.project_id);
  }
  throw new Error("The import did not end.");
}

const failureOf = ({ code, message, retryable }: GiveUp) => ({ code, message, retryable });

/** Fetches the files of a project that are being fetched, as the queue does on its last attempt. */
export async function fetchFiles(services: Services, projectId: number): Promise<void> {
  const uploads = await selectRows(services, "uploads", { project_id: projectId, state: "uploading" }, "id");
  for (const { id: uploadId } of uploads) {
    try {
      await fetchImport.run(services, { uploadId }, { ...RUN, failures: 2 });
    } catch (error) {
      if (!(error instanceof GiveUp)) throw error;
      await fetchImport.gaveUp?.(services, { uploadId }, failureOf(error));
    }
  }
}
