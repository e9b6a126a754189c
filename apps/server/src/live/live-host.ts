import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import type { Services } from "../context.ts";
import { LIVE_CONTROL } from "./announce.ts";
import type { EncoderPort } from "./broadcast.ts";
import { EncodingCapacity } from "./capacity.ts";
import { startEncoding } from "./encoding.ts";
import { EndedStreams, type ServedStream } from "./ended-streams.ts";
import { HandOns } from "./hand-ons.ts";
import { journalFile, journalPath } from "./journal-file.ts";
import { hashOfKey } from "./keys.ts";
import { liveFolder } from "./live-files.ts";
import { loopsToBegin } from "./loop-starts.ts";
import { learnCapacity, type CapacityMeasure } from "./measured-capacity.ts";
import { OnAir } from "./on-air.ts";
import { recordOnAir } from "./record-on-air.ts";
import { stoppedRecordings } from "./recording-records.ts";
import { Refusals } from "./refusals.ts";
import { restAfterDeath } from "./restream-state.ts";
import type { PublishRefused, PublishRequest, PublishSink } from "./rtmp/session.ts";
import { readLiveStream, type LiveStream } from "./session-records.ts";
import { Standings } from "./standings.ts";
import { StatsRounds } from "./stats-rounds.ts";
import { wantedOnAir } from "./wanted-on-air.ts";

const HEARTBEAT_MS = 5_000;
/** Streams followed beside each other, so that a host of many leaves connections of the database to others. */
const FOLLOWED_AT_ONCE = 4;
const MAXIMUM_REMEMBERED = 1_000;

/** What a host works with; tests bring others. */
export interface LiveHostParts {
  encoder?: EncoderPort;
  measure?: CapacityMeasure;
  /** How long a playlist says that its stream ended, at least. */
  endedMs?: number;
}

/** Every stream with which something goes on on this machine. */
export class LiveHost {
  readonly #services: Services;
  readonly #parts: LiveHostParts;
  readonly #capacity = new EncodingCapacity(() => this.#tellUsed());
  readonly #onAir = new Map<number, OnAir>();
  readonly #ended: EndedStreams;
  /** The same by their public ids, by which viewers ask several times a second. */
  readonly #byHash = new Map<string, OnAir>();
  readonly #handOns: HandOns;
  readonly #stats: StatsRounds;
  readonly #standings: Standings;
  readonly #refusals: Refusals;
  readonly #testKeys = new Map<string, number>();
  readonly #stopListening: () => void;
  #rtmpPort = 0;
  #beats = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(services: Services, parts: LiveHostParts = {}) {
    this.#services = services;
    this.#parts = parts;
    this.#handOns = new HandOns(services);
    this.#ended = new EndedStreams(services.log, parts.endedMs);
    this.#standings = new Standings(services);
    this.#refusals = new Refusals(services);
    this.#stats = new StatsRounds(services, () => this.#onAir.values());
    this.#stopListening = services.notifications.on(
      LIVE_CONTROL,
      (payload) => this.#soon(this.#follow(Number(payload))),
      () => this.#soon(this.#followAll()),
    );
  }

  /** The stream behind a public id while it is on air here. */
  find(hash: string): OnAir | undefined {
    return this.#byHash.get(hash);
  }

  /** The stream behind a public id whose playlists are served here: on air, or ended a while ago. */
  findServed(hash: string): ServedStream | undefined {
    return this.find(hash) ?? this.#ended.find(hash);
  }

  /** Decides about a publisher: by a hash of its key, before any of its media is read. */
  readonly admit = async (request: PublishRequest): Promise<PublishSink | PublishRefused | null> => {
    const testId = this.#testKeys.get(request.key);
    this.#testKeys.delete(request.key);
    const stream = await readLiveStream(
      this.#services,
      testId === undefined ? { keyHash: hashOfKey(request.key) } : { id: testId },
    );
    if (!stream?.enabled) {
      await this.#refusals.badKey(request, stream);
      return null;
    }
    if (!this.#capacity.hasRoomFor(stream.id, stream.ladder)) return this.#refusals.noRoom(request, stream);
    const onAir = this.#get(stream);
    const sink = await onAir.admit(stream, request, testId !== undefined);
    if (!sink && onAir.idle) await this.#drop(onAir);
    return sink;
  };

  /** Says where this machine is reached and takes up what was on air when its role ended. */
  async begin(url: string, rtmpPort: number): Promise<void> {
    this.#rtmpPort = rtmpPort;
    await restAfterDeath(this.#services);
    // Nobody is sent here before what was on air is found here.
    await this.#followAll();
    const { db } = this.#services;
    const here = { url, pid: process.pid, seen_at: this.#services.clock.now(), ladders_used: 0 };
    await db
      .insertInto("stream_hosts")
      .values({ host: hostname(), ...here })
      .onConflict((row) => row.column("host").doUpdateSet(here))
      .execute();
    await this.#handOn();
    this.#heartbeat = setInterval(() => this.#soon(this.#beat()), HEARTBEAT_MS);
    this.#soon(learnCapacity(this.#services, this.#capacity, this.#parts.measure));
  }

  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#stats.stop();
    this.#stopListening();
    this.#ended.close();
    await Promise.all([...this.#onAir.values()].map((onAir) => onAir.close()));
    this.#onAir.clear();
    this.#byHash.clear();
    await this.#handOns.done();
  }

  async #beat(): Promise<void> {
    if (this.#beats) return;
    this.#beats = true;
    await this.#lookAfterAll().finally(() => (this.#beats = false));
  }

  async #lookAfterAll(): Promise<void> {
    const { db, clock, log } = this.#services;
    await db
      .updateTable("stream_hosts")
      .set({ seen_at: clock.now() })
      .where("host", "=", hostname())
      .execute()
      .catch((error: unknown) => log.debug({ err: error }, "the database does not hear that livestreams work"));
    await this.#followChanged();
    await this.#beginLoops();
    await this.#handOn();
  }

  /** What nobody announces, such as an account that was suspended, is noticed here. */
  async #followChanged(): Promise<void> {
    try {
      const changed = await this.#standings.changed([...this.#onAir.keys()]);
      await this.#followEach(changed);
    } catch (error) {
      this.#services.log.debug({ err: error }, "livestreams could not be looked after");
    }
  }

  /** Recordings whose streams went off air before their files were put away, as when a process died. */
  async #handOn(): Promise<void> {
    const { db, log } = this.#services;
    try {
      for (const { id, stream_id: streamId } of await stoppedRecordings(db, null))
        if (!this.#onAir.has(streamId)) this.#handOns.soon(id);
    } catch (error) {
      log.debug({ err: error }, "recordings could not be looked for");
    }
  }

  async #beginLoops(): Promise<void> {
    try {
      await this.#followEach(await loopsToBegin(this.#services));
    } catch (error) {
      this.#services.log.debug({ err: error }, "loops could not be looked for");
    }
  }

  async #followEach(ids: Iterable<number>): Promise<void> {
    const left = [...new Set(ids)].values();
    const work = async () => {
      for (const id of left) await this.#follow(id);
    };
    await Promise.all(Array.from({ length: FOLLOWED_AT_ONCE }, work));
  }

  /** Everything that was on air, is wanted on air, or is to be ended. */
  async #followAll(): Promise<void> {
    const { db, log } = this.#services;
    try {
      const rows = await db
        .selectFrom("streams")
        .select("id")
        .where((is) =>
          is.or([is("ingest", "<>", "none"), is("test_until", ">", new Date()), is("on_air", "<>", "nothing")]),
        )
        .execute();
      await this.#followEach([...rows.map(({ id }) => id), ...(await loopsToBegin(this.#services))]);
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
      const isNothing = wantedOnAir(stream, "none") === "nothing";
      if (stream.ingest === "none" && !isTestWanted && isNothing)
        return stream.on_air === "nothing" ? undefined : await recordOnAir(this.#services, id, "nothing");
      const onAir = this.#get(stream);
      if (stream.ingest !== "none") await onAir.resume();
      await onAir.follow();
    } catch (error) {
      this.#standings.forget(id);
      this.#services.log.error({ err: error, stream: id }, "a livestream did not follow");
    }
  }

  /** Takes the media of a stream that was deleted off the disk. */
  async #purge(id: number): Promise<void> {
    const { db, storage, config } = this.#services;
    const row = await db.selectFrom("streams").select("deleted_at").where("id", "=", id).executeTakeFirst();
    if (row && row.deleted_at === null) return;
    this.#ended.forget(id);
    await storage.deletePrefix(`${liveFolder(id)}/`);
    journalFile(journalPath(config.dataDir, id)).remove();
  }

  #get(stream: LiveStream): OnAir {
    const known = this.#onAir.get(stream.id);
    if (known) return known;
    this.#ended.forget(stream.id);
    const onAir = new OnAir(this.#services, stream, {
      testTarget: (streamId) => this.#testTarget(streamId),
      onIdle: (idle) => this.#soon(this.#drop(idle)),
      capacity: this.#capacity,
      handOns: this.#handOns,
      encoder: this.#parts.encoder ?? { start: startEncoding, now: () => performance.now() },
    });
    this.#onAir.set(stream.id, onAir);
    this.#byHash.set(stream.hash, onAir);
    return onAir;
  }

  async #drop(onAir: OnAir): Promise<void> {
    if (this.#onAir.get(onAir.stream.id) === onAir) {
      this.#onAir.delete(onAir.stream.id);
      this.#ended.keep(onAir);
    }
    if (this.#byHash.get(onAir.hash) === onAir) this.#byHash.delete(onAir.hash);
    await onAir.close();
  }

  /** Work nobody waits for: what fails ends no other stream. */
  #soon(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#services.log.error({ err: error }, "a livestream could not be looked after"));
  }

  /** Says how much is in use, so that people see it before they are refused. */
  #tellUsed(): void {
    const { db, log } = this.#services;
    db.updateTable("stream_hosts")
      .set({ ladders_used: this.#capacity.used })
      .where("host", "=", hostname())
      .execute()
      .catch((error: unknown) => log.debug({ err: error }, "the database does not hear what is being encoded"));
  }

  /** A key that is good once, so that the stream's own is in no command line. */
  #testTarget(streamId: number): string {
    const key = `test-${randomBytes(16).toString("hex")}`;
    if (this.#testKeys.size > MAXIMUM_REMEMBERED) this.#testKeys.clear();
    this.#testKeys.set(key, streamId);
    return `rtmp://127.0.0.1:${this.#rtmpPort}/live/${key}`;
  }
}
