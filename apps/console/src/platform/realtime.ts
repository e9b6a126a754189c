import type Pusher from "pusher-js";
import { runtime } from "./runtime.ts";
import { session } from "./session.ts";
import { createStore } from "./store.ts";

/** Whether pushes arrive; while they do not, lists are read again every 5 s. */
export const realtime = createStore({ connected: false });

/** How often lists with a live state are read while pushes do not arrive. */
export const POLL_WITHOUT_PUSH_MS = 5000;

let connecting: { url: string; client: Promise<Pusher> } | null = null;
const users = new Map<string, number>();

async function connect(url: string): Promise<Pusher> {
  const [{ default: Client }, { realtime: settings }] = await Promise.all([import("pusher-js"), runtime()]);
  // The client would keep how it connected last; what the console may keep is listed (spec §3).
  Client.Runtime.getLocalStorage = () => undefined;
  const { hostname, port, protocol, pathname } = new URL(url);
  const secure = protocol === "wss:" || protocol === "https:";
  const number = Number(port) || (secure ? 443 : 80);
  // The client writes "/app/{key}" itself.
  const path = pathname.replace(/\/app\/[^/]+\/?$/, "").replace(/\/+$/, "");
  const client = new Client(settings.key, {
    cluster: "",
    wsHost: hostname,
    wsPort: number,
    wssPort: number,
    wsPath: path,
    forceTLS: secure,
    // Without TLS the client would try "wss:" as well after 2 s, which the page's Content-Security-Policy forbids; with it,
    // "ws" stands for "wss:".
    enabledTransports: ["ws"],
    enableStats: false,
  });
  client.connection.bind("state_change", (change: { current: string }) => {
    realtime.set({ connected: change.current === "connected" });
  });
  return client;
}

/** Pushes can wait until the page is there; its first paint cannot. */
const whenIdle = () =>
  new Promise<void>((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, 200);
  });

async function connected(): Promise<Pusher | null> {
  const url = session.get().config?.realtime_url;
  if (!url) return null;
  if (connecting?.url !== url) {
    const old = connecting;
    connecting = { url, client: whenIdle().then(() => connect(url)) };
    void old?.client.then((client) => client.disconnect());
  }
  return connecting.client;
}

/**
 * Hears an event of a channel (spec §4: `transcoding_channel_{id}`, `VideoConversionProgress`). The channel is left
 * when its last listener goes. Returns what stops listening.
 */
export function listen(channel: string, event: string, heard: (data: unknown) => void): () => void {
  let stopped = false;
  let stop = () => {};
  void connected()
    .then((client) => {
      if (stopped || client === null) return;
      const subscribed = client.subscribe(channel);
      users.set(channel, (users.get(channel) ?? 0) + 1);
      subscribed.bind(event, heard);
      stop = () => {
        subscribed.unbind(event, heard);
        const left = (users.get(channel) ?? 1) - 1;
        users.set(channel, left);
        if (left === 0) client.unsubscribe(channel);
      };
    })
    // Without pushes the lists are polled.
    .catch(() => realtime.set({ connected: false }));
  return () => {
    stopped = true;
    stop();
  };
}
