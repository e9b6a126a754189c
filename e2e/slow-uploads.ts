import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { findRow, selectRows } from "@kinora/db/testing-rows.ts";
import type { BrowserContext, Page, Request } from "@playwright/test";
import type { Film } from "./console-films.ts";
import { ConsolePeople, type ConsolePlace } from "./console-people.ts";
import type { Environment } from "./environment.ts";
import { until } from "./pipeline-project.ts";
import { expect } from "./product.ts";

/** So much noise after a film that a slow browser sends it for minutes: what is done meanwhile never comes after its end. */
export const PAD_BYTES = 3 * 2 ** 20;
const SLOW_BYTES_PER_SECOND = 20_000;

/** What a browser did that sends slowly. */
export interface SlowSender {
  sendFast(): Promise<unknown>;
  loseNetwork(): Promise<unknown>;
  /** How often an upload was begun. */
  creations(): number;
  /** Where each PATCH began. */
  offsets(): number[];
}

/** An account whose browsers send slowly, and what arrived of their films. */
export class SlowUploads {
  readonly #kinora: Environment;
  readonly #people: ConsolePeople;
  readonly #place: ConsolePlace;

  private constructor(kinora: Environment, people: ConsolePeople, place: ConsolePlace) {
    this.#kinora = kinora;
    this.#people = people;
    this.#place = place;
  }

  static async in(kinora: Environment): Promise<SlowUploads> {
    const people = new ConsolePeople(kinora);
    return new SlowUploads(kinora, people, await people.place("Uploads Ltd"));
  }

  close(): Promise<void> {
    return this.#people.close();
  }

  /** A browser on the upload page, whose bytes leave slowly, and what it asked of tus. */
  async sender(context: BrowserContext, page: Page): Promise<SlowSender> {
    const requests: Request[] = [];
    page.on("request", (request) => {
      if (/^\/uploads(\/[^/?]+)?$/.test(new URL(request.url()).pathname)) requests.push(request);
    });
    await this.#people.arrive(page, this.#place.owner, "/upload");
    const devtools = await context.newCDPSession(page);
    const sendAtMost = (bytesPerSecond: number, offline = false) =>
      devtools.send("Network.emulateNetworkConditions", {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond,
      });
    await sendAtMost(SLOW_BYTES_PER_SECOND);
    return {
      sendFast: () => sendAtMost(-1),
      loseNetwork: () => sendAtMost(SLOW_BYTES_PER_SECOND, true),
      creations: () => requests.filter((request) => request.method() === "POST").length,
      offsets: () =>
        requests
          .filter((request) => request.method() === "PATCH")
          .map((request) => Number(request.headers()["upload-offset"])),
    };
  }

  /** The row of a film's only upload. */
  read(film: Film) {
    return findRow(this.#people, "uploads", { file_name: film.name, project_id: this.#place.projectId });
  }

  /** Waits until the server has a part of a film, whose rest the browser is sending. */
  async untilUnderWay(page: Page, film: Film): Promise<void> {
    await expect(uploadRow(page).getByText("Uploading")).toBeVisible();
    await until("the server has a part", async () => Number((await this.read(film))?.offset_bytes) > 0);
  }

  /** Holds what arrived to what was sent: one upload, every byte, the same hash. */
  async expectArrived(film: Film): Promise<void> {
    const { db } = this.#people;
    const rows = await selectRows(db, "uploads", { file_name: film.name, project_id: this.#place.projectId }, "state");
    expect(rows).toHaveLength(1);
    const video = await until("the film is kept", () =>
      db
        .selectFrom("videos")
        .select("source_key")
        .where("file_name", "=", film.name)
        .where("project_id", "=", this.#place.projectId)
        .where("source_key", "is not", null)
        .executeTakeFirst(),
    );
    const kept = await readFile(join(this.#kinora.dataDir, "media", video.source_key ?? ""));
    expect(createHash("sha256").update(kept).digest("hex")).toBe(film.sha256);
  }
}

export const give = (page: Page, film: Film) => page.getByTestId("upload-input").setInputFiles(film.path);
export const uploadRow = (page: Page) => page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
