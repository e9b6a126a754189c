import type { StartTransfer, Transfer } from "./queue.ts";

/** Starts transfers with code that is loaded when the first one begins. What is asked for meanwhile is done then. */
export function startLater(load: () => Promise<StartTransfer>): StartTransfer {
  return (item, events) => {
    let paused = false;
    const started: Promise<Transfer | null> = load().then(
      (start) => (paused ? null : start(item, events)),
      () => {
        events.onFailure({ message: null, gone: false });
        return null;
      },
    );
    return {
      pause() {
        paused = true;
        void started.then((transfer) => transfer?.pause());
      },
      async cancel() {
        await (await started)?.cancel();
      },
    };
  };
}
