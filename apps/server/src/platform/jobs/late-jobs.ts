import type { Jobs } from "./jobs.ts";

/**
 * A queue that is opened with the first job that is sent. Until then a process has neither its code nor its connections. No job can be
 * taken from it.
 */
export function lateJobs(open: () => Promise<Jobs>): Jobs {
  let opened: Promise<Jobs> | null = null;
  const queue = () =>
    (opened ??= open().catch((error: unknown) => {
      // The next job tries again.
      opened = null;
      throw error;
    }));
  return {
    get boss(): never {
      throw new Error("This process sends jobs and takes none.");
    },
    async send(on, task, payload, options) {
      await (await queue()).send(on, task, payload, options);
    },
    async fail(on, name, jobId, reason) {
      await (await queue()).fail(on, name, jobId, reason);
    },
    async close() {
      if (opened === null) return;
      // What could not be opened was reported to the sender, and there is nothing to close.
      const jobs = await opened.catch(() => null);
      await jobs?.close();
    },
  };
}
