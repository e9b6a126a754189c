import { EVERYWHERE } from "../../platform/http/both-families.ts";
import type { Logger } from "../../platform/log.ts";
import { Refusal } from "../../platform/refusal.ts";
import type { WhipConfig } from "../../platform/settings/ingest.ts";
import type { ReachedAddresses } from "./lite-agent.ts";
import type { MediaPort } from "./media-port.ts";
import { reachedAddresses } from "./reached-addresses.ts";

type PortConfig = Pick<WhipConfig, "port" | "addresses">;

/** The UDP port that publishers and viewers of this host share. WebRTC is loaded and the port opened for the first of them. */
export class HostPort {
  readonly #config: PortConfig;
  readonly #hostName: string;
  readonly #log: Logger;
  #opening: Promise<MediaPort> | null = null;

  /** @param hostName of the installation, whose addresses clients may reach as well. */
  constructor(config: PortConfig, hostName: string, log: Logger) {
    this.#config = config;
    this.#hostName = hostName;
    this.#log = log;
  }

  /** The port, and where clients reach it. @throws Refusal when it cannot be bound */
  async open(): Promise<{ media: MediaPort; reached: ReachedAddresses }> {
    this.#opening ??= this.#bind().catch((error: unknown) => {
      this.#opening = null;
      this.#log.error({ err: error, port: this.#config.port }, "UDP port of WebRTC not opened");
      throw new Refusal("unavailable", "This host cannot use WebRTC now: its UDP port is not available.");
    });
    const media = await this.#opening;
    const addresses = await reachedAddresses(this.#config.addresses, this.#hostName, media.hasIpv6, this.#log);
    return { media, reached: { addresses, port: media.port } };
  }

  async close(): Promise<void> {
    const media = await this.#opening?.catch(() => null);
    await media?.close();
  }

  async #bind(): Promise<MediaPort> {
    const { MediaPort: Opened } = await import("./media-port.ts");
    return Opened.open(EVERYWHERE, this.#config.port, this.#log);
  }
}
