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
  /** The server does not answer, and is tried again by itself. */
  isWaitingForServer: boolean;
  /** The file on the disk is not the one that was chosen any more. */
  isFileChanged: boolean;
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
  /** The server does not answer; the transfer tries again by itself. */
  onWaiting(): void;
  /** `gone` means the server does not know the upload any more (404, 410). */
  onFailure(problem: { message: string | null; gone: boolean; isFileChanged?: boolean }): void;
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
  const sender = new Sender(store, { startTransfer, findVideo, concurrency, now });
  const discard = (item: UploadItem) => {
    if (item.uploadUrl !== null) forget(startTransfer(item, silent));
  };
  let nextKey = 1;

  return {
    store,
    add(projectId, file, uploadUrl, choices = {}) {
      const item = waitingItem({ key: nextKey++, projectId, file, uploadUrl, choices }, now());
      store.set({ items: [...store.get().items, item] });
      sender.startNext();
    },
    pause(key) {
      const state = sender.find(key)?.state;
      if (state !== "uploading" && state !== "waiting") return;
      sender.change(key, { state: "paused" });
      sender.stopSending(key)?.pause();
      sender.startNext();
    },
    resume(key) {
      const state = sender.find(key)?.state;
      if (state !== "paused" && state !== "failed") return;
      sender.change(key, { state: "waiting", error: null });
      sender.startNext();
    },
    cancel(key) {
      const item = sender.find(key);
      if (!item || item.state === "sent" || item.state === "cancelled") return;
      sender.change(key, { state: "cancelled", error: null });
      // A stopped transfer still knows the address of what the server should throw away.
      const transfer = sender.stopSending(key);
      if (transfer) forget(transfer);
      else discard(item);
      sender.startNext();
    },
    remove(key) {
      const state = sender.find(key)?.state;
      if (state === "uploading" || state === "waiting") return;
      store.set({ items: store.get().items.filter((item) => item.key !== key) });
    },
    setTitle: (key, title) => sender.change(key, { title }),
    replaceFile(key, file) {
      const item = sender.find(key);
      if (item?.state !== "failed") return;
      // What arrived of the first file is thrown away, its video with it.
      discard({ ...item, state: "cancelled" });
      sender.change(key, withFile(item, file, now()));
      sender.startNext();
    },
    setConcurrency: (files) => sender.setConcurrency(files),
  };
}

/** A file that waits for its turn. */
const waitingItem = (
  added: Pick<UploadItem, "key" | "projectId" | "file" | "uploadUrl" | "choices">,
  at: number,
): UploadItem => ({
  ...added,
  title: titleFromFileName(added.file.name),
  state: "waiting",
  sentBytes: 0,
  speed: startSpeed(at, 0),
  videoId: null,
  error: null,
  restarted: false,
  retries: 0,
  isWaitingForServer: false,
  isFileChanged: false,
});

/** The item with another file, from the beginning. A title that nobody changed follows the file. */
function withFile(item: UploadItem, file: File, at: number): UploadItem {
  const fresh = waitingItem({ ...item, file, uploadUrl: null }, at);
  const isOwnTitle = item.title !== titleFromFileName(item.file.name);
  return { ...fresh, title: isOwnTitle ? item.title : fresh.title, restarted: item.restarted };
}

/** Has the server throw away what arrived. When it cannot be reached now, it forgets the upload when it expires. */
function forget(transfer: Transfer): void {
  void transfer.cancel().catch(() => {});
}

/** Sends the files of the list that wait, so many side by side, and notes in the list how each stands. */
class Sender {
  readonly #store: UploadQueue["store"];
  readonly #parts: Required<Parts>;
  readonly #transfers = new Map<number, Transfer>();
  #atOnce: number;

  constructor(store: UploadQueue["store"], parts: Required<Parts>) {
    this.#store = store;
    this.#parts = parts;
    this.#atOnce = parts.concurrency;
  }

  find(key: number): UploadItem | undefined {
    return this.#store.get().items.find((item) => item.key === key);
  }

  change(key: number, fields: Partial<UploadItem>): void {
    const { items } = this.#store.get();
    this.#store.set({ items: items.map((item) => (item.key === key ? { ...item, ...fields } : item)) });
  }

  setConcurrency(files: number): void {
    this.#atOnce = files;
    this.startNext();
  }

  startNext(): void {
    for (const item of this.#store.get().items) {
      if (this.#transfers.size >= this.#atOnce) return;
      if (item.state === "waiting") this.#send(item);
    }
  }

  stopSending(key: number): Transfer | undefined {
    const transfer = this.#transfers.get(key);
    this.#transfers.delete(key);
    return transfer;
  }

  #send(item: UploadItem): void {
    const { key } = item;
    this.change(key, {
      state: "uploading",
      error: null,
      isFileChanged: false,
      speed: startSpeed(this.#parts.now(), item.sentBytes),
    });
    const isCurrent = () => this.#transfers.get(key) === transfer;
    const transfer: Transfer = this.#parts.startTransfer(item, this.#eventsOf(item, isCurrent));
    this.#transfers.set(key, transfer);
    if (item.uploadUrl !== null && item.videoId === null) this.#learnVideo(key, item.uploadUrl);
  }

  /** Notes what happens to a transfer, as long as no other one took its place. */
  #eventsOf({ key, file }: UploadItem, isCurrent: () => boolean): TransferEvents {
    const { now } = this.#parts;
    return {
      onAddress: (uploadUrl) => {
        this.change(key, { uploadUrl });
        this.#learnVideo(key, uploadUrl);
      },
      onProgress: (sentBytes) => {
        const current = this.find(key);
        if (current && isCurrent())
          this.change(key, {
            sentBytes,
            speed: measureSpeed(current.speed, now(), sentBytes),
            isWaitingForServer: false,
          });
      },
      onSent: () => {
        if (!isCurrent()) return;
        this.stopSending(key);
        this.change(key, { state: "sent", sentBytes: file.size, error: null });
        this.startNext();
      },
      onRetry: () => {
        const current = this.find(key);
        if (current && isCurrent()) this.change(key, { retries: current.retries + 1 });
      },
      onWaiting: () => {
        if (isCurrent()) this.change(key, { isWaitingForServer: true });
      },
      onFailure: ({ message, gone, isFileChanged = false }) => {
        if (!isCurrent()) return;
        this.stopSending(key);
        this.change(key, { isWaitingForServer: false, isFileChanged });
        if (gone) this.change(key, { state: "waiting", uploadUrl: null, videoId: null, sentBytes: 0, restarted: true });
        else this.change(key, { state: "failed", error: message });
        this.startNext();
      },
    };
  }

  #learnVideo(key: number, uploadUrl: string): void {
    void this.#parts.findVideo(uploadUrl).then((videoId) => {
      if (this.find(key)?.uploadUrl === uploadUrl) this.change(key, { videoId });
    });
  }
}

const silent: TransferEvents = {
  onAddress: () => {},
  onProgress: () => {},
  onSent: () => {},
  onRetry: () => {},
  onWaiting: () => {},
  onFailure: () => {},
};

/** Bytes are on their way or waiting for their turn. */
export const isSending = ({ state }: UploadItem): boolean => state === "uploading" || state === "waiting";
