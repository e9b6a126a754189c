import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Services } from "../context.ts";
import { unseal } from "../platform/secrets/sealed.ts";
import { bodyOf } from "./body.ts";
import { claimDue, freeClaims, SENDER_LOCK, type Claim } from "./claims.ts";
import { openHeaders } from "./own-headers.ts";
import { DELIVERIES_QUEUED } from "./queue.ts";
import { Requests } from "./request.ts";
import { storeResults, type Result } from "./results.ts";
import { signedHeaders, WEBHOOK_SECRET } from "./signature.ts";

/** Requests of one sender side by side. */
const REQUESTS_MAX = 256;
const LOOK_EVERY_MS = 1_000;
const RECONNECT_MS = 500;
const HIDDEN = "(hidden)";

export interface Sender {
  /** Ends; what is under way is sent again by the next sender. */
  close(): Promise<void>;
}

/** Sends the deliveries that are due until closed. Senders of several workers share them. */
export async function startSender(services: Services): Promise<Sender> {
  const sender = new DeliverySender(services);
  await sender.start();
  return sender;
}

class DeliverySender implements Sender {
  readonly #services: Services;
  readonly #requests = new Requests();
  readonly #stopping = new AbortController();
  /** Requests under way by their webhook. */
  readonly #busy = new Map<number, number>();
  /** What is under way by the id of its delivery, until its result is stored. */
  readonly #running = new Map<number, Promise<void>>();
  #results: Result[] = [];
  #id = 0;
  #lock: pg.Client | null = null;
  #looking: Promise<void> | null = null;
  #lookAgain = false;
  #storing: Promise<void> | null = null;
  #stopListening: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastFreed = 0;

  constructor(services: Services) {
    this.#services = services;
  }

  async start(): Promise<void> {
    await this.#acquireLock();
    this.#stopListening = this.#services.notifications.on(DELIVERIES_QUEUED, () => this.#look());
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
    this.#look();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    this.#stopping.abort();
    this.#requests.close();
    await this.#looking;
    await Promise.all(this.#running.values());
    await this.#storing;
    await this.#lock?.end();
  }

  /** A lock in the database proves that this sender is alive: it ends with its connection, and so with this process. */
  async #acquireLock(): Promise<void> {
    const { config, log } = this.#services;
    const client = new pg.Client({
      connectionString: config.databaseUrl ?? undefined,
      keepAlive: true,
      application_name: "kinora-webhooks-lock",
    });
    const lost = () => {
      if (this.#lock !== client) return;
      this.#lock = null;
      if (!this.#stopping.signal.aborted) log.warn("connection of the webhook sender lost, reconnecting");
    };
    client.on("error", lost);
    client.on("end", lost);
    await client.connect();
    const { rows } = await client.query<{ id: string }>("select nextval('webhook_senders') as id");
    this.#id = Number(rows[0]?.id);
    await client.query("select pg_advisory_lock($1, $2)", [SENDER_LOCK, this.#id]);
    this.#lock = client;
  }

  #look(): void {
    this.#lookAgain = true;
    this.#looking ??= this.#lookWhileAsked().finally(() => (this.#looking = null));
  }

  async #lookWhileAsked(): Promise<void> {
    while (this.#lookAgain && !this.#stopping.signal.aborted) {
      this.#lookAgain = false;
      try {
        await this.#claim();
      } catch (error) {
        this.#services.log.warn({ err: error }, "could not look for webhook deliveries");
        await wait(RECONNECT_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#services;
    if (!this.#lock) await this.#acquireLock();
    if (performance.now() - this.#lastFreed > LOOK_EVERY_MS) {
      this.#lastFreed = performance.now();
      await freeClaims(db, this.#id, [...this.#running.keys()]);
    }
    const room = REQUESTS_MAX - this.#running.size;
    if (room <= 0) return;
    const claims = await claimDue(db, this.#id, clock.now(), room, this.#busy);
    for (const claim of claims) this.#begin(claim);
  }

  /** Sends a message and stores the result. Without the database, the delivery is freed later and sent again. */
  #begin(claim: Claim): void {
    const { id, webhookId } = claim;
    this.#busy.set(webhookId, (this.#busy.get(webhookId) ?? 0) + 1);
    const running = this.#sendTraced(claim)
      .then((result) => (result ? this.#store(result) : undefined))
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error, delivery: id }, "could not store a webhook's answer"),
      )
      .finally(() => {
        this.#running.delete(id);
        const left = (this.#busy.get(webhookId) ?? 1) - 1;
        if (left > 0) this.#busy.set(webhookId, left);
        else this.#busy.delete(webhookId);
        this.#look();
      });
    this.#running.set(id, running);
  }

  /** The receiver's address is not recorded, and it gets no trace: both belong to others. */
  #sendTraced(claim: Claim): Promise<Result | null> {
    const { tracing } = this.#services;
    const { webhookId, failures, traceParent: parent, message } = claim;
    const facts = { "kinora.webhook_id": webhookId, "kinora.failures": failures };
    const send = async () => {
      const result = await this.#send(claim);
      const status = result?.answer.status ?? null;
      if (status !== null) tracing.current()?.add({ "http.response.status_code": status });
      if (status === null || status >= 400) tracing.current()?.fail(String(status ?? "no_answer"));
      return result;
    };
    return tracing.traced(`webhook ${message.type}`, facts, send, { kind: "client", parent });
  }

  /** Sends a message; null when this process stops meanwhile. */
  async #send(claim: Claim): Promise<Result | null> {
    const { db, clock, config, secrets } = this.#services;
    const body = await bodyOf(db, claim.message, clock.now());
    const sealed = [claim.secretSealed, claim.oldSecretSealed].filter((secret) => secret !== null);
    const keys = sealed.map((secret) => unseal(secrets.encryptionKey, WEBHOOK_SECRET, secret));
    const at = clock.now();
    const requestHeaders = {
      "content-type": "application/json",
      "accept-encoding": "identity",
      "user-agent": "Kinora-Webhooks",
      ...signedHeaders(keys, claim.message.id, at, body),
    };
    const own = openHeaders(secrets, claim.headersSealed);
    const sent = {
      ...Object.fromEntries(own.map(({ name, value }) => [name.toLowerCase(), value])),
      ...requestHeaders,
    };
    const began = performance.now();
    const reach = { allowPrivate: config.allowPrivateUrls || claim.isInbox, signal: this.#stopping.signal };
    const answer = await this.#requests.post(new URL(claim.url), sent, body, reach);
    if (this.#stopping.signal.aborted && answer.status === null) return null;
    // The log is for everyone who may see webhooks: values of own headers may be secrets.
    const hidden = Object.fromEntries(own.map(({ name }) => [name.toLowerCase(), HIDDEN]));
    return {
      claim,
      answer,
      requestHeaders: { ...hidden, ...requestHeaders },
      at,
      durationMs: Math.round(performance.now() - began),
    };
  }

  /** Stores a result together with those that end meanwhile. */
  async #store(result: Result): Promise<void> {
    this.#results.push(result);
    while (this.#results.includes(result)) {
      this.#storing ??= this.#storeAll().finally(() => (this.#storing = null));
      await this.#storing;
    }
  }

  async #storeAll(): Promise<void> {
    const results = this.#results;
    this.#results = [];
    await storeResults(this.#services, this.#id, results);
  }
}
