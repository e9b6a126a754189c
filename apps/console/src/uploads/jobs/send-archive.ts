import { archiveParts, partRange } from "@kinora/domain/imports/archive.ts";
import { readAsBase64 } from "../../platform/base64.ts";
import { api } from "../../platform/client.ts";
import { problemOf, reasonOf } from "../../platform/problem.ts";
import { createStore } from "../../platform/store.ts";

interface Sending {
  /** Parts that are stored. */
  parts: number;
  /** Why it stopped; null while parts are sent. */
  problem: string | null;
}

/** The archives that this page sends, by import. */
export const sending = createStore<Readonly<Record<number, Sending>>>({});

/** Waits before a part is sent again. */
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];

/** Sends the parts of an archive one after the other. @param stored parts that the server has */
export async function sendArchive(projectId: number, jobId: number, file: File, stored: number): Promise<void> {
  let parts = stored;
  const note = (problem: string | null) => sending.set({ [jobId]: { parts, problem } });
  note(null);
  try {
    while (parts < archiveParts(file.size)) {
      const part = parts + 1;
      const { start, end } = partRange(file.size, part);
      const data = await readAsBase64(file.slice(start, end));
      await sendAgain(() => api.importJobs.putImportPart({ project_id: projectId, job_id: jobId, part, data }));
      parts = part;
      note(null);
    }
  } catch (error) {
    note(reasonOf(error));
  }
}

/** Makes a call, and again where no answer came or the server could not work. */
async function sendAgain(call: () => Promise<unknown>): Promise<void> {
  for (const pause of [...PAUSES_MS, null]) {
    try {
      await call();
      return;
    } catch (error) {
      const { status } = problemOf(error);
      const isPassing = status === null || status === 429 || status >= 500;
      if (!isPassing || pause === null) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
