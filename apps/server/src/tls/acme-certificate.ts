import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Client, crypto } from "acme-client";
import type { Logger } from "../platform/log.ts";
import type { AcmeConfig } from "../platform/settings/tls.ts";
import { dueInMs } from "./certificate-due.ts";

const CHECK_MS = 6 * 60 * 60 * 1_000;
/** Let's Encrypt refuses a name after five failures in an hour. */
const FIRST_PAUSE_MS = 2 * 60 * 1_000;
const LONGEST_PAUSE_MS = 12 * 60 * 60 * 1_000;

export interface AcmeOptions {
  acme: AcmeConfig;
  /** Where certificate and key are stored together: they change at once, or not at all. */
  file: string;
  names: readonly string[];
  log: Logger;
  /** Called when the file has changed. */
  onRenewed(): void;
}

/** A certificate by ACME (RFC 8555), fetched when it is missing and renewed before it ends. */
export class AcmeCertificate {
  /** Answers to the challenges that are open (8.3), by their tokens. */
  readonly challenges = new Map<string, string>();
  readonly #options: AcmeOptions;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  /** Why the last attempt failed, as a sentence; null when it did not. */
  problem: string | null = null;

  constructor(options: AcmeOptions) {
    this.#options = options;
  }

  /** Fetches what is due, now and whenever it will be, until `stop`. */
  start(): void {
    this.#again(0);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #check(): Promise<void> {
    const { log, file, names } = this.#options;
    try {
      if (dueInMs(file, names) <= 0) await this.#renew();
      this.problem = null;
      this.#failures = 0;
      this.#again(Math.min(CHECK_MS, Math.max(1_000, dueInMs(file, names))));
    } catch (error) {
      this.problem = `There is no certificate for ${names.join(", ")} yet: ${reasonOf(error)}.`;
      log.error({ err: error, names }, "could not get a certificate");
      this.#again(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures));
      this.#failures += 1;
    }
  }

  #again(pauseMs: number): void {
    const check = () => {
      this.#check().catch((error: unknown) =>
        this.#options.log.fatal({ err: error }, "could not look for certificates"),
      );
    };
    this.#timer = setTimeout(check, pauseMs);
  }

  async #renew(): Promise<void> {
    const { acme: settings, file, names, log, onRenewed } = this.#options;
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const client = new Client({
      directoryUrl: settings.directoryUrl,
      accountKey: await accountKey(settings.accountKeyFile),
    });
    const [key, request] = await crypto.createCsr({ altNames: [...names] }, await crypto.createPrivateEcdsaKey());
    const chain = await client.auto({
      csr: request,
      ...(settings.email === null ? {} : { email: settings.email }),
      termsOfServiceAgreed: true,
      challengePriority: ["http-01"],
      // This machine may not reach its own public name; the authority does.
      skipChallengeVerification: true,
      challengeCreateFn: (_authorization, challenge, answer) => {
        this.challenges.set(challenge.token, answer);
        return Promise.resolve();
      },
      challengeRemoveFn: (_authorization, { token }) => {
        this.challenges.delete(token);
        return Promise.resolve();
      },
    });
    store(file, `${key.toString()}\n${chain}`);
    log.info({ names }, "certificate stored");
    onRenewed();
  }
}

async function accountKey(file: string): Promise<Buffer> {
  if (existsSync(file)) return readFileSync(file);
  const key = await crypto.createPrivateEcdsaKey();
  store(file, key.toString());
  return key;
}

/** Readable by this account only; the file never has half of a text. */
function store(file: string, text: string): void {
  const next = `${file}.next`;
  writeFileSync(next, text, { mode: 0o600 });
  renameSync(next, file);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.trim().replace(/\.+$/, "");
}
