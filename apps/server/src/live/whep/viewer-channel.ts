import type { Publisher } from "../ingest/publisher.ts";
import { profileOf } from "./h264-profiles.ts";
import { ViewerMedia, type ViewerMediaPort } from "./viewer-media.ts";
import type { ViewerPeer } from "./viewer-peer.ts";
import type { ViewerRtp } from "./viewer-rtp.ts";

/** How long a viewer waits for the description of the picture. */
const DESCRIPTION_MS = 5_000;

/** One livestream for all its viewers on this host: its media is read, encoded and put into packets once. */
export class ViewerChannel {
  readonly #media: ViewerMedia;
  readonly #viewers = new Set<ViewerPeer>();
  readonly #profile = Promise.withResolvers<number | null>();
  /** The publisher's clock less this machine's, in milliseconds; null before the first media. */
  #offsetMs: number | null = null;
  isOver = false;

  private constructor(
    rtp: ViewerRtp,
    publisher: Publisher,
    isShown: () => boolean,
    ended: () => void,
    port: ViewerMediaPort,
  ) {
    const hooks = {
      picture: (picture: Parameters<ViewerRtp["picture"]>[0]) => {
        this.#offsetMs ??= picture.atMs - performance.now();
        this.#profile.resolve(profileOf(picture.config));
        if (this.#viewers.size === 0) return;
        const packets = rtp.picture(picture);
        for (const viewer of this.#viewers) viewer.send("video", packets, picture.isKey);
      },
      sound: (data: Buffer, atMs: number) => {
        if (this.#viewers.size === 0) return;
        const packets = rtp.sound(data, atMs);
        for (const viewer of this.#viewers) viewer.send("audio", packets, true);
      },
      ended: () => {
        this.isOver = true;
        this.#profile.resolve(null);
        ended();
      },
    };
    this.#media = new ViewerMedia(publisher, isShown, hooks, port);
  }

  /** Loads WebRTC and begins to read a publisher. @param ended called once when viewers see something else, not after `stop`. */
  static async open(
    publisher: Publisher,
    isShown: () => boolean,
    ended: () => void,
    port: ViewerMediaPort,
  ): Promise<ViewerChannel> {
    const { ViewerRtp: Rtp } = await import("./viewer-rtp.ts");
    return new ViewerChannel(new Rtp(), publisher, isShown, ended, port);
  }

  /** The publisher's clock at this moment, in milliseconds; null before the first media. */
  get mediaMs(): number | null {
    return this.#offsetMs === null ? null : performance.now() + this.#offsetMs;
  }

  /** `profile_idc` of the picture that viewers get; null when there is none in time. */
  async profile(): Promise<number | null> {
    const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), DESCRIPTION_MS).unref());
    return Promise.race([this.#profile.promise, late]);
  }

  /** Adds a viewer. Returns a function that removes it. */
  add(viewer: ViewerPeer): () => void {
    this.#viewers.add(viewer);
    return () => this.#viewers.delete(viewer);
  }

  askForKeyFrame(): void {
    this.#media.askForKeyFrame();
  }

  stop(): void {
    this.isOver = true;
    this.#media.stop();
    this.#profile.resolve(null);
  }
}
