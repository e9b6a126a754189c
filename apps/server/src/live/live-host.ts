import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Services } from "../context.ts";
import { LIVE_CONTROL, logStream } from "./announce.ts";
import { journalFile, journalPath } from "./journal-file.ts";
import { claimedStream, hashOfKey } from "./keys.ts";
import { liveFolder } from "./live-files.ts";
import { OnAir } from "./on-air.ts";
import type { PublishRequest, PublishSink } from "./rtmp/session.ts";
import { readLiveStream, type LiveStream } from "./session-records.ts";

const HEARTBEAT_MS = 5_000;
/** Rejected keys of one stream are written down no more often than this. */
const REJECTED_EVERY_MS = 5_000;
const TEST_KEY = /^test-[0-9a-f]{32}$/;
const MAXIMUM_REMEMBERED = 1_000;

/** Every stream with which something goes on on this machine. */
export class LiveHost {
  readonly #services: Services;
  readonly #onAir = new Map<number, OnAir>();
  readonly #testKeys = new Map<string, number>();
  readonly #rejectedAt = new Map<string, number>();
  readonly #stopListening: () => void;
  #rtmpPort = 0;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(services: Services) {
    this.#services = services;
    this.#stopListening = services.notifications.on(
      LIVE_CONTROL,
      (payload) => void this.#follow(Number(payload)),
      () => void this.#followAll(),
    );
  }

  /** The stream behind a public id while it is on air here. */
  find(hash: string): OnAir | undefined {
    return [...this.#onAir.values()].find((onAir) => onAir.hash === hash);
  }

  /** Decides about a publisher: by a hash of its key, before any of its media is read. */
  readonly admit = async (request: PublishRequest): Promise<PublishSink | null> => {
    const testId = this.#testKeys.get(request.key);
    this.#testKeys.delete(request.key);
    const stream = await readLiveStream(
      this.#services,
      testId === undefined ? { keyHash: hashOfKey(request.key) } : { id: testId },
    );
    if (!stream?.enabled) {
      await this.#rejected(request, stream);
      return null;
    }
    const onAir = this.#get(stream);
    const sink = await onAir.admit(stream, request, testId !== undefined);
    if (!sink && onAir.idle) await this.#drop(onAir);
    return sink;
  };

  /** Says where this machine is reached and takes up what was on air when its role ended. */
  async begin(url: string, rtmpPort: number): Promise<void> {
    this.#rtmpPort = rtmpPort;
    // Nobody is sent here before what was on air is found here.
    await this.#followAll();
    const { db } = this.#services;
    const here = { url, pid: process.pid, seen_at: this.#services.clock.now() };
    await db
      .insertInto("stream_hosts")
      .values({ host: hostname(), ...here })
      .onConflict((row) => row.column("host").doUpdateSet(here))
      .execute();
    this.#heartbeat = setInterval(() => void this.#beat(), HEARTBEAT_MS);
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#stopListening();
    await Promise.all([...this.#onAir.values()].map((onAir) => onAir.close()));
    this.#onAir.clear();
  }

  async #beat(): Promise<void> {
    const { db, clock, log } = this.#services;
    await db
      .updateTable("stream_hosts")
      .set({ seen_at: clock.now() })
      .where("host", "=", hostname())
      .execute()
      .catch((error: unknown) => log.debug({ err: error }, "the database does not hear that livestreams work"));
    // What nobody announces, such as an account that was suspended, is noticed here.
    await Promise.all([...this.#onAir.keys()].map((id) => this.#follow(id)));
  }

  /** Everything that was on air, is wanted on air, or is to be ended. */
  async #followAll(): Promise<void> {
    const { db, log } = this.#services;
    try {
      const rows = await db
        .selectFrom("streams")
        .select("id")
        .where((is) => is.or([is("ingest", "<>", "none"), is("test_until", ">", new Date())]))
        .execute();
      await Promise.all(rows.map(({ id }) => this.#follow(id)));
    } catch (error) {
      log.warn({ err: error }, "livestreams could not be taken up");
    }
  }

  async #follow(id: number): Promise<void> {
    try {
      const known = this.#onAir.get(id);
      await known?.follow();
      const stream = await readLiveStream(this.#services, { id });
      if (!stream) return await this.#purge(id);
      if (known) return;
      const isTestWanted = stream.enabled && (stream.test_until?.getTime() ?? 0) > Date.now();
      if (stream.ingest === "none" && !isTestWanted) return;
      const onAir = this.#get(stream);
      if (stream.ingest !== "none") await onAir.resume();
      await onAir.follow();
    } catch (error) {
      this.#services.log.error({ err: error, stream: id }, "a livestream did not follow");
    }
  }

  /** Takes the media of a stream that was deleted off the disk. */
  async #purge(id: number): Promise<void> {
    const { db, storage, config } = this.#services;
    const row = await db.selectFrom("streams").select("deleted_at").where("id", "=", id).executeTakeFirst();
    if (row && row.deleted_at === null) return;
    await storage.deletePrefix(`${liveFolder(id)}/`);
    journalFile(journalPath(config.dataDir, id)).remove();
  }

  #get(stream: LiveStream): OnAir {
    const known = this.#onAir.get(stream.id);
    if (known) return known;
    const onAir = new OnAir(this.#services, stream, {
      testTarget: (streamId) => this.#testTarget(streamId),
      onIdle: (idle) => void this.#drop(idle),
    });
    this.#onAir.set(stream.id, onAir);
    return onAir;
  }

  async #drop(onAir: OnAir): Promise<void> {
    if (this.#onAir.get(onAir.stream.id) === onAir) this.#onAir.delete(onAir.stream.id);
    await onAir.close();
  }

  /** A key that is good once, so that the stream's own is in no command line. */
  #testTarget(streamId: number): string {
    const key = `test-${randomBytes(16).toString("hex")}`;
    if (this.#testKeys.size > MAXIMUM_REMEMBERED) this.#testKeys.clear();
    this.#testKeys.set(key, streamId);
    return `rtmp://127.0.0.1:${this.#rtmpPort}/live/${key}`;
  }

  /** Tells the owner of the stream the key claims to be for; never the key. */
  async #rejected({ key, clientIp }: PublishRequest, stream: LiveStream | null): Promise<void> {
    const { db, log } = this.#services;
    log.info({ ip: clientIp, stream: stream?.id }, "a publisher was refused");
    if (TEST_KEY.test(key)) return;
    const hash = stream?.hash ?? claimedStream(key);
    if (hash === null || performance.now() - (this.#rejectedAt.get(hash) ?? -Infinity) < REJECTED_EVERY_MS) return;
    if (this.#rejectedAt.size > MAXIMUM_REMEMBERED) this.#rejectedAt.clear();
    this.#rejectedAt.set(hash, performance.now());
    const claimed =
      stream ??
      (await db
        .selectFrom("streams")
        .select(["id", "project_id"])
        .where("hash", "=", hash)
        .where("deleted_at", "is", null)
        .executeTakeFirst());
    if (!claimed) return;
    await logStream(db, claimed, {
      type: "key_rejected",
      severity: "warning",
      detail: stream
        ? "A publisher was refused: the stream is disabled."
        : "A publisher was refused: wrong stream key.",
      clientIp,
    });
  }
}
