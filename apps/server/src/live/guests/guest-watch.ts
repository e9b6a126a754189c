import type { Services } from "../../context.ts";
import type { PublishRequest } from "../ingest/rtmp/session.ts";
import { findGuestLink } from "./guest-links.ts";

const LOOK_MS = 2_000;
const OVER = "This link has ended.";

/** A publisher that uses a guest's link. */
interface Guest {
  request: Pick<PublishRequest, "key" | "close">;
  hasEnded(): boolean;
}

/** Disconnects guests of this host whose link was revoked or is over. */
export class GuestWatch {
  readonly #services: Pick<Services, "db" | "clock" | "log">;
  readonly #guests = new Set<Guest>();
  #looking: NodeJS.Timeout | undefined;

  constructor(services: Pick<Services, "db" | "clock" | "log">) {
    this.#services = services;
  }

  add(guest: Guest): void {
    this.#guests.add(guest);
    this.#looking ??= setInterval(() => {
      this.#look().catch((error: unknown) => this.#services.log.debug({ err: error }, "guest links not read"));
    }, LOOK_MS);
  }

  close(): void {
    clearInterval(this.#looking);
  }

  async #look(): Promise<void> {
    for (const guest of this.#guests) {
      const isOver = guest.hasEnded() || (await findGuestLink(this.#services, guest.request.key)) === null;
      if (!isOver) continue;
      this.#guests.delete(guest);
      if (!guest.hasEnded()) guest.request.close(OVER);
    }
    if (this.#guests.size > 0) return;
    clearInterval(this.#looking);
    this.#looking = undefined;
  }
}
