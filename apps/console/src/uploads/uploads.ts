import { api } from "../platform/client.ts";
import { connection } from "../platform/connectivity.ts";
import { refreshConfig } from "../platform/place.ts";
import { queryClient } from "../platform/query-client.ts";
import { uploadTray } from "../platform/upload-tray.ts";
import { uncoverAfterQuestion } from "../platform/version.ts";
import { storedConcurrency } from "./concurrency.ts";
import { createUploadQueue, isSending, type UploadItem } from "./queue.ts";
import { startLater } from "./start-later.ts";

/** The number of a tus upload is the last part of its address. */
export const uploadIdOf = (uploadUrl: string): string => uploadUrl.split("/").at(-1) ?? "";

/** The uploads of this visit. */
export const uploads = createUploadQueue({
  concurrency: storedConcurrency(),
  startTransfer: startLater(async () => (await import("./tus-transfer.ts")).startTusTransfer),
  async findVideo(uploadUrl) {
    try {
      const { data } = await api.uploads.getUpload({ id: uploadIdOf(uploadUrl) });
      return data.video_id;
    } catch {
      // The row then shows no processing; the in-progress list still does.
      return null;
    }
  },
});

/** How much of what is being sent has arrived, in whole percent. */
function percentSent(items: readonly UploadItem[]): number {
  const moving = items.filter(isSending);
  const bytes = moving.reduce((sum, { file }) => sum + file.size, 0);
  return bytes === 0 ? 0 : Math.floor((moving.reduce((sum, { sentBytes }) => sum + sentBytes, 0) / bytes) * 100);
}

let sentBefore = 0;

uploads.store.subscribe(() => {
  const { items } = uploads.store.get();
  const active = items.filter(isSending).length;
  const percent = percentSent(items);
  const before = uploadTray.get();
  if (before.active !== active || before.percent !== percent) uploadTray.set({ active, percent });
  const sent = items.filter(({ state }) => state === "sent").length;
  if (sent !== sentBefore) {
    sentBefore = sent;
    void queryClient.invalidateQueries({ queryKey: ["videos"] });
    void queryClient.invalidateQueries({ queryKey: ["uploads"] });
    // The storage figures come with the config.
    void refreshConfig();
  }
});

/** Asks before the page closes while bytes are on their way, and continues when the network is back. */
export function guardUnload(): void {
  window.addEventListener("beforeunload", (event) => {
    if (!uploads.store.get().items.some(isSending)) return;
    event.preventDefault();
    uncoverAfterQuestion();
  });
  let online = connection.get().online;
  connection.subscribe(() => {
    const now = connection.get().online;
    if (now && !online) {
      for (const { key, state, error, isFileChanged } of uploads.store.get().items)
        if (state === "failed" && error === null && !isFileChanged) uploads.resume(key);
    }
    online = now;
  });
}
