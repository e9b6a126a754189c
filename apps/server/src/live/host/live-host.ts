import { randomBytes } from "node:crypto";
import type { StreamHostsTable } from "@kinora/db/schema-streams.ts";
import { probeLivePicture } from "@kinora/media/live/live-picture.ts";
import type { Updateable } from "kysely";
import type { Services } from "../../context.ts";
import { livestreamsFull } from "../../platform/access/plan-limits.ts";
import { notify } from "../../platform/events/events.ts";
import { LIVE_CONTROL } from "../../platform/events/live-control.ts";
import { featureRefusal } from "../../platform/installation/features.ts";
import { EncodingCapacity } from "../encoding/capacity.ts";
import { startEncoding } from "../encoding/encoding.ts";
import { loadCapacity, type CapacityMeasure } from "../encoding/measured-capacity.ts";
import { findGuestLink, noteGuest } from "../guests/guest-links.ts";
import { GuestWatch } from "../guests/guest-watch.ts";
import type { PublishRefused, PublishRequest, PublishSink } from "../ingest/rtmp/session.ts";
import { loopsToStart } from "../loop/loop-starts.ts";
import { EndedStreams, type ServedStream } from "../media/ended-streams.ts";
import { removeJournals } from "../media/journal-file.ts";
import { liveFolder } from "../media/live-files.ts";
import { RecordingFinalizer } from "../recordings/recording-finalizer.ts";
import { resetRestreams } from "../restream/restream-state.ts";
import { stoppedRecordings } from "../sessions/recording-records.ts";
import { readLiveStream, wantedOnAir, type LiveStream } from "../sessions/session-records.ts";
import { StatsRounds } from "../sessions/stats-rounds.ts";
import { hashOfKey } from "../streams/keys.ts";
import type { EncoderPort } from "./broadcast.ts";
import { Handover } from "./handover.ts";
import { OnAir } from "./on-air.ts";
import { claimStream, heldElsewhere, lostStreams, takenOver, type Claim } from "./placement.ts";
import { Refusals } from "./refusals.ts";
import { recordOnAir } from "./session-events.ts";
import { StreamFingerprints } from "./stream-fingerprints.ts";

const HEARTBEAT_MS = 5_000;
/** Streams updated at the same time: leaves database connections to other work. */
const UPDATED_AT_ONCE = 4;
const MAXIMUM_REMEMBERED = 1_000;

/** What a host depends on; tests replace parts of it. */
export interface LiveHostDependencies {
  encoder?: EncoderPort;
  measure?: CapacityMeasure;
  /** Least time, in milliseconds, that the playlist of an ended stream is served. */
  endedMs?: number;
}

/** All running streams of this machine. */
export class LiveHost {
  readonly #services: Services;
  readonly #parts: LiveHostDependencies;
  readonly #capacity = new EncodingCapacity(() => this.#writeUsage());
  readonly #onAir = new Map<number, OnAir>();
  readonly #closing = new AbortController();
  readonly #ended: EndedStreams;
  /** By public id, for the requests of viewers. */
  readonly #byHash = new Map<string, OnAir>();
  readonly #finalizer: RecordingFinalizer;
  readonly #stats: StatsRounds;
  readonly #fingerprints: StreamFingerprints;
  readonly #refusals: Refusals;
  readonly #handover: Handover;
  readonly #guests: GuestWatch;
  readonly #testKeys = new Map<string, number>();
  readonly #stopListening: () => void;
  #url = "";
  #rtmpPort = 0;
  #isBeating = false;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(services: Services, parts: LiveHostDependencies = {}) {
    this.#services = services;
    this.#parts = parts;
    this.#finalizer = new RecordingFinalizer(services);
    this.#ended = new EndedStreams(services.log, parts.endedMs);
    this.#fingerprints = new StreamFingerprints(services);
    this.#refusals = new Refusals(services);
    this.#handover = new Handover(services, this.#capacity);
    this.#guests = new GuestWatch(services);
    this.#stats = new StatsRounds(services, () => this.#onAir.values());
    this.#stopListening = services.notifications.on(
      LIVE_CONTROL,
      (payload) => this.#inBackground(this.#update(Number(payload))),
      () => this.#inBackground(this.#updateAll()),
    );
  }

  /** The stream with a public id while it is on air on this machine. */
  find(hash: string): OnAir | undefined {
    return this.#byHash.get(hash);
  }

  /** The stream with a public id whose playlists this machine serves: on air, or ended recently. */
  findServed(hash: string): ServedStream | undefined {
    return this.find(hash) ?? this.#ended.find(hash);
  }

  /**
   * Admits or refuses a publisher by the hash of its key, before any of its media is read, or hands it to another live host: where
   * another publisher of its stream is connected, or where there is room if there is none here or this host is drained.
   */
  readonly admit = async (request: PublishRequest): Promise<PublishSink | PublishRefused | null> => {
    const testId = this.#testKeys.get(request.key);
    this.#testKeys.delete(request.key);
    const guest = testId === undefined ? await findGuestLink(this.#services, request.key) : null;
    const id = testId ?? guest?.stream_id;
    const stream = await readLiveStream(
      this.#services,
      id === undefined ? { keyHash: hashOfKey(request.key) } : { id },
    );
    if (!stream?.enabled) {
      await this.#refusals.badKey(request, stream);
      return null;
    }
    const testing = testId !== undefined;
    const there = testing || request.handedOver ? null : await this.#handover.handOver(request, stream);
    if (there) return there;
    if (!this.#capacity.hasRoomFor(stream.id, stream.ladder)) return this.#refusals.noRoom(request, stream);
    const full =
      (await featureRefusal(this.#services, stream.account_id, "livestreams")) ??
      (await livestreamsFull(this.#services.db, stream.account_id, stream.id));
    if (full !== null) return this.#refusals.noRoom(request, stream, full);
    const mayWait = !testing && stream.second_publisher !== "take_over";
    // The stream may go off air meanwhile.
    const silent = (mayWait && (await this.#onAir.get(stream.id)?.whenSilent())) || null;
    const claim = await this.#claim(stream.id, true);
    if (claim.host === "elsewhere") return this.#refusals.elsewhere(request, stream);
    const here = { ...stream, host_moves: claim.moves };
    let onAir = this.#get(here);
    // What the host before had started continues here.
    if (claim.moved && stream.ingest !== "none") await onAir.resume();
    let sink = await onAir.admit(stream, request, { testing, silent });
    if (!sink && onAir.closed && !this.#closing.signal.aborted) {
      // It went off air at this moment: another one begins.
      await onAir.closed;
      onAir = this.#get(here);
      sink = await onAir.admit(stream, request, { testing, silent: null });
    }
    if (sink && "refused" in sink) this.#refusals.taken(request, stream);
    if (!sink && onAir.isIdle) await this.#drop(onAir);
    if (guest && sink && !("refused" in sink)) await this.#admitGuest(guest.id, request, onAir);
    return sink;
  };

  /** Notes that a guest's link is used, and disconnects its publisher when the link ends. */
  async #admitGuest(id: number, request: PublishRequest, onAir: OnAir): Promise<void> {
    this.#guests.add({ request, hasEnded: () => onAir.publisher?.request !== request });
    await noteGuest(this.#services.db, id, this.#services.clock.now());
  }

  /** Registers this machine's address and resumes the streams that were on air when the previous process ended. */
  async begin(url: string, rtmpPort: number): Promise<void> {
    this.#url = url;
    this.#rtmpPort = rtmpPort;
    // With a heartbeat first, so that no other host takes what is resumed here.
    await this.#register({});
    await resetRestreams(this.#services, (ids) => heldElsewhere(this.#services, ids));
    // The new address after resuming, so that edges find the streams on their first request.
    await this.#updateAll();
    await this.#ended
      .restore(this.#services, (id) => this.#onAir.has(id))
      .catch((error: unknown) => {
        this.#services.log.warn({ err: error }, "playlists of ended livestreams not restored");
      });
    await this.#register({ url, pid: process.pid, ladders_used: 0, draining: false });
    await this.#finalizeRecordings();
    this.#heartbeat = setInterval(() => this.#inBackground(this.#beat()), HEARTBEAT_MS);
    this.#inBackground(loadCapacity(this.#services, this.#capacity, this.#closing.signal, this.#parts.measure));
  }

  /** Gives a sign, with changes of the host's row; adds the row when there is none. */
  async #register(change: Partial<Updateable<StreamHostsTable>>): Promise<void> {
    const { db, clock, config } = this.#services;
    const seen = { seen_at: clock.now() };
    const { possible: ladders, used } = this.#capacity;
    await db
      .insertInto("stream_hosts")
      .values({ host: config.liveHost.name, url: this.#url, pid: process.pid, ladders, ladders_used: used, ...seen })
      .onConflict((row) => row.column("host").doUpdateSet({ ...change, ...seen }))
      .execute();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#heartbeat);
    this.#stats.stop();
    this.#guests.close();
    this.#stopListening();
    this.#ended.close();
    await Promise.all([...this.#onAir.values()].map((onAir) => onAir.close()));
    this.#onAir.clear();
    this.#byHash.clear();
    await this.#finalizer.idle();
  }

  async #beat(): Promise<void> {
    if (this.#isBeating) return;
    this.#isBeating = true;
    await this.#runRound().finally(() => (this.#isBeating = false));
  }

  async #runRound(): Promise<void> {
    const { log } = this.#services;
    await this.#register({}).catch((error: unknown) => log.debug({ err: error }, "heartbeat not written"));
    await this.#updateMoved();
    await this.#updateChanged();
    await this.#startLoops();
    await this.#finalizeRecordings();
  }

  /** Lets go of what another host has taken over, and takes over what a host that is down has left. */
  async #updateMoved(): Promise<void> {
    try {
      const taken = await takenOver(this.#services, [...this.#onAir.keys()]);
      await this.#updateEach([...taken, ...(await lostStreams(this.#services))], { passOn: true });
    } catch (error) {
      this.#services.log.debug({ err: error }, "moved livestreams not updated");
    }
  }

  /** Finds changes without a notification, such as a suspended account. */
  async #updateChanged(): Promise<void> {
    try {
      const changed = await this.#fingerprints.changed([...this.#onAir.keys()]);
      await this.#updateEach(changed);
    } catch (error) {
      this.#services.log.debug({ err: error }, "changed livestreams not updated");
    }
  }

  /** Finalizes stopped recordings whose streams are off air, for example after a crash. */
  async #finalizeRecordings(): Promise<void> {
    const { db, log } = this.#services;
    try {
      const stopped = await stoppedRecordings(db, null);
      const foreign = await heldElsewhere(
        this.#services,
        stopped.map(({ stream_id: streamId }) => streamId),
      );
      for (const { id, stream_id: streamId, host } of stopped)
        if (!this.#onAir.has(streamId) && (host !== null || !foreign.has(streamId))) this.#finalizer.enqueue(id);
    } catch (error) {
      log.debug({ err: error }, "stopped recordings not read");
    }
  }

  async #startLoops(): Promise<void> {
    try {
      await this.#updateEach(await loopsToStart(this.#services), { passOn: true });
    } catch (error) {
      this.#services.log.debug({ err: error }, "loops to start not read");
    }
  }

  /** @param passOn whether other hosts are told at once of streams that they should take. */
  async #updateEach(ids: Iterable<number>, { passOn = false } = {}): Promise<void> {
    const remaining = [...new Set(ids)].values();
    const work = async () => {
      for (const id of remaining) await this.#update(id, passOn);
    };
    await Promise.all(Array.from({ length: UPDATED_AT_ONCE }, work));
  }

  /** Updates every stream that is on air, should be on air, or has to be ended. */
  async #updateAll(): Promise<void> {
    const { db, log } = this.#services;
    try {
      const rows = await db
        .selectFrom("streams")
        .select("id")
        .where((is) =>
          is.or([is("ingest", "<>", "none"), is("test_until", ">", new Date()), is("on_air", "<>", "nothing")]),
        )
        .execute();
      await this.#updateEach([...rows.map(({ id }) => id), ...(await loopsToStart(this.#services))]);
    } catch (error) {
      log.warn({ err: error }, "livestreams not resumed");
    }
  }

  async #update(id: number, passOn = false): Promise<void> {
    try {
      const known = this.#onAir.get(id);
      if (known && (await takenOver(this.#services, [id])).length > 0) return await this.#letGo(known);
      await known?.update();
      const stream = await readLiveStream(this.#services, { id });
      if (!stream) return await this.#purge(id);
      if (known) return;
      const isTestWanted = stream.enabled && (stream.test_until?.getTime() ?? 0) > Date.now();
      const isNothing = wantedOnAir(stream, "none") === "nothing";
      const isOver = stream.ingest === "none" && !isTestWanted && isNothing;
      if (isOver && stream.on_air === "nothing") return;
      const claim = await this.#claim(id, false);
      if (claim.host === "elsewhere" && claim.free && passOn) await notify(this.#services.db, LIVE_CONTROL, String(id));
      if (claim.host === "elsewhere") return;
      if (isOver) return await recordOnAir(this.#services, id, "nothing");
      const onAir = this.#get({ ...stream, host_moves: claim.moves });
      if (stream.ingest !== "none") await onAir.resume();
      await onAir.update();
    } catch (error) {
      this.#fingerprints.forget(id);
      this.#services.log.error({ err: error, stream: id }, "livestream not updated");
    }
  }

  /** Deletes the media of a deleted stream. */
  async #purge(id: number): Promise<void> {
    const { db, storage, config } = this.#services;
    const row = await db.selectFrom("streams").select("deleted_at").where("id", "=", id).executeTakeFirst();
    if (row && row.deleted_at === null) return;
    this.#ended.forget(id);
    await storage.deletePrefix(`${liveFolder(id)}/`);
    removeJournals(config.dataDir, id);
  }

  #get(stream: LiveStream): OnAir {
    const known = this.#onAir.get(stream.id);
    if (known) return known;
    this.#ended.forget(stream.id);
    const onAir = new OnAir(this.#services, stream, {
      testTarget: (streamId) => this.#testTarget(streamId),
      onIdle: (idle) => this.#inBackground(this.#drop(idle)),
      capacity: this.#capacity,
      finalizer: this.#finalizer,
      encoder: this.#parts.encoder ?? { start: startEncoding, probe: probeLivePicture, now: () => performance.now() },
    });
    this.#onAir.set(stream.id, onAir);
    this.#byHash.set(stream.hash, onAir);
    return onAir;
  }

  /** Claims a stream; the journal of one that was elsewhere meanwhile does not count any more. */
  async #claim(id: number, withPublisher: boolean): Promise<Claim> {
    if (this.#onAir.has(id) && !withPublisher) return { host: "here", moved: false, moves: 0 };
    const claim = await claimStream(this.#services, id, withPublisher);
    if (claim.host === "elsewhere" || !claim.moved) return claim;
    this.#ended.forget(id);
    removeJournals(this.#services.config.dataDir, id);
    return claim;
  }

  /** Stops a stream that another host has; its session is the other one's. */
  async #letGo(onAir: OnAir): Promise<void> {
    this.#onAir.delete(onAir.stream.id);
    if (this.#byHash.get(onAir.hash) === onAir) this.#byHash.delete(onAir.hash);
    await onAir.close();
  }

  async #drop(onAir: OnAir): Promise<void> {
    if (this.#onAir.get(onAir.stream.id) === onAir) {
      this.#onAir.delete(onAir.stream.id);
      this.#ended.keep(onAir);
    }
    if (this.#byHash.get(onAir.hash) === onAir) this.#byHash.delete(onAir.hash);
    await onAir.close();
  }

  /** Runs work no caller awaits; a failure is logged and affects no other stream. */
  #inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#services.log.error({ err: error }, "live host task failed"));
  }

  /** Writes how much capacity is in use, which the console shows before a publisher is refused. */
  #writeUsage(): void {
    const { db, config, log } = this.#services;
    db.updateTable("stream_hosts")
      .set({ ladders_used: this.#capacity.used })
      .where("host", "=", config.liveHost.name)
      .execute()
      .catch((error: unknown) => log.debug({ err: error }, "encoding capacity in use not written"));
  }

  /** A URL with a single-use key, so that the stream's own key is in no command line. */
  #testTarget(streamId: number): string {
    const key = `test-${randomBytes(16).toString("hex")}`;
    if (this.#testKeys.size > MAXIMUM_REMEMBERED) this.#testKeys.clear();
    this.#testKeys.set(key, streamId);
    return `rtmp://127.0.0.1:${this.#rtmpPort}/live/${key}`;
  }
}
