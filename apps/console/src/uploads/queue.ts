import { createStore, type Store } from "../platform/store.ts";
import { titleFromFileName } from "./intake.ts";
import { measureSpeed, startSpeed, type Speed } from "./speed.ts";

export type UploadState = "waiting" | "uploading" | "paused" | "failed" | "cancelled" | "sent";

/** One file on its way. `sent` means all its bytes arrived; from then on its video says how it continues. */
export interface UploadItem {
  key: number;
  projectId: number;
  file: File;
  title: string;
  state: UploadState;
  sentBytes: number;
  speed: Speed;
  /** Where the transfer continues; null until the server gave an address. */
  uploadUrl: string | null;
  videoId: number | null;
  error: string | null;
  /** What was chosen for the files added with it, as the upload's metadata says it. */
  choices: Record<string, string>;
  /** The server had given the upload up, so it began again. */
  restarted: boolean;
  /** How often a part had to be sent again. */
  retries: number;
}

/** A transfer under way. */
export interface Transfer {
  /** Stops sending; what arrived stays on the server. */
  pause(): void;
  /** Stops sending and has the server throw away what arrived. */
  cancel(): Promise<void>;
}

export interface TransferEvents {
  onAddress(uploadUrl: string): void;
  onProgress(sentBytes: number): void;
  onSent(): void;
  /** A part failed and is sent again. */
  onRetry(): void;
  /** `gone` means the server does not know the upload any more (404, 410). */
  onFailure(problem: { message: string | null; gone: boolean }): void;
}

/** Starts sending a file; the real one speaks tus. */
export type StartTransfer = (item: UploadItem, events: TransferEvents) => Transfer;

/** Learns which video an upload became. */
export type FindVideo = (uploadUrl: string) => Promise<number | null>;

export interface UploadQueue {
  store: Store<{ items: readonly UploadItem[] }>;
  add(projectId: number, file: File, uploadUrl: string | null, choices?: Record<string, string>): void;
  pause(key: number): void;
  resume(key: number): void;
  cancel(key: number): void;
  /** Takes a row out of the list; only rows that are not sending. */
  remove(key: number): void;
  setTitle(key: number, title: string): void;
  /** Another file takes the row's place; only where nothing of the first was kept. */
  replaceFile(key: number, file: File): void;
  /** From now on so many files are sent side by side, 1 to 5; those under way go on. */
  setConcurrency(files: number): void;
}

/** Files sent side by side unless someone chose another number. */
export const CONCURRENT_UPLOADS = 3;
/** The numbers to choose from. */
export const CONCURRENCIES = [1, 2, 3, 4, 5] as const;

interface Parts {
  startTransfer: StartTransfer;
  findVideo: FindVideo;
  concurrency?: number;
  now?: () => number;
}

/** The list of uploads. It lives outside the pages, so that going elsewhere does not disturb it. */
export function createUploadQueue({
  startTransfer,
  findVideo,
  concurrency = CONCURRENT_UPLOADS,
  now = Date.now,
}: Parts): UploadQueue {
  const store = createStore<{ items: readonly UploadItem[] }>({ items: [] });
  const transfers = new Map<number, Transfer>();
  let nextKey = 1;
  let atOnce = concurrency;

  const find = (key: number) => store.get().items.find((item) => item.key === key);
  const change = (key: number, fields: Partial<UploadItem>) =>
    store.set({ items: store.get().items.map((item) => (item.key === key ? { ...item, ...fields } : item)) });

  function stopSending(key: number): Transfer | undefined {
    const transfer = transfers.get(key);
    transfers.delete(key);
    return transfer;
  }

  function startNext(): void {
    for (const item of store.get().items) {
      if (transfers.size >= atOnce) return;
      if (item.state === "waiting") send(item);
    }
  }

  function send(item: UploadItem): void {
    const { key } = item;
    change(key, { state: "uploading", error: null, speed: startSpeed(now(), item.sentBytes) });
    const isCurrent = () => transfers.get(key) === transfer;
    const transfer: Transfer = startTransfer(item, {
      onAddress(uploadUrl) {
        change(key, { uploadUrl });
        learnVideo(key, uploadUrl);
      },
      onProgress(sentBytes) {
        const current = find(key);
        if (current && isCurrent()) change(key, { sentBytes, speed: measureSpeed(current.speed, now(), sentBytes) });
      },
      onSent() {
        if (!isCurrent()) return;
        stopSending(key);
        change(key, { state: "sent", sentBytes: item.file.size, error: null });
        startNext();
      },
      onRetry() {
        const current = find(key);
        if (current && isCurrent()) change(key, { retries: current.retries + 1 });
      },
      onFailure({ message, gone }) {
        if (!isCurrent()) return;
        stopSending(key);
        if (gone) change(key, { state: "waiting", uploadUrl: null, videoId: null, sentBytes: 0, restarted: true });
        else change(key, { state: "failed", error: message });
        startNext();
      },
    });
    transfers.set(key, transfer);
    if (item.uploadUrl !== null && item.videoId === null) learnVideo(key, item.uploadUrl);
  }

  function learnVideo(key: number, uploadUrl: string): void {
    void findVideo(uploadUrl).then((videoId) => {
      if (find(key)?.uploadUrl === uploadUrl) change(key, { videoId });
    });
  }

  return {
    store,
    add(projectId, file, uploadUrl, choices = {}) {
      const item: UploadItem = {
        key: nextKey++,
        projectId,
        file,
        title: titleFromFileName(file.name),
        state: "waiting",
        sentBytes: 0,
        speed: startSpeed(now(), 0),
        uploadUrl,
        videoId: null,
        error: null,
        choices,
        restarted: false,
        retries: 0,
      };
      store.set({ items: [...store.get().items, item] });
      startNext();
    },
    pause(key) {
      const state = find(key)?.state;
      if (state !== "uploading" && state !== "waiting") return;
      change(key, { state: "paused" });
      stopSending(key)?.pause();
      startNext();
    },
    resume(key) {
      const state = find(key)?.state;
      if (state !== "paused" && state !== "failed") return;
      change(key, { state: "waiting", error: null });
      startNext();
    },
    cancel(key) {
      const item = find(key);
      if (!item || item.state === "sent" || item.state === "cancelled") return;
      change(key, { state: "cancelled", error: null });
      // A stopped transfer still knows the address of what the server should throw away.
      const transfer = stopSending(key) ?? (item.uploadUrl === null ? undefined : startTransfer(item, silent));
      // When the server cannot be reached now, it forgets the upload when it expires.
      void transfer?.cancel().catch(() => {});
      startNext();
    },
    remove(key) {
      const state = find(key)?.state;
      if (state === "uploading" || state === "waiting") return;
      store.set({ items: store.get().items.filter((item) => item.key !== key) });
    },
    setTitle: (key, title) => change(key, { title }),
    replaceFile(key, file) {
      const item = find(key);
      if (item?.state !== "failed") return;
      // What arrived of the first file is thrown away, its video with it.
      if (item.uploadUrl !== null)
        void startTransfer({ ...item, state: "cancelled" }, silent)
          .cancel()
          .catch(() => {});
      const title = item.title === titleFromFileName(item.file.name) ? titleFromFileName(file.name) : item.title;
      const fresh = { uploadUrl: null, videoId: null, sentBytes: 0, speed: startSpeed(now(), 0), retries: 0 };
      change(key, { ...fresh, file, title, state: "waiting", error: null });
      startNext();
    },
    setConcurrency(files) {
      atOnce = files;
      startNext();
    },
  };
}

const silent: TransferEvents = {
  onAddress: () => {},
  onProgress: () => {},
  onSent: () => {},
  onRetry: () => {},
  onFailure: () => {},
};

/** Bytes are on their way or waiting for their turn. */
export const isSending = ({ state }: UploadItem): boolean => state === "uploading" || state === "waiting";
