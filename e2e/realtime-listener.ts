import { WebSocket } from "ws";
import { until } from "./pipeline-project.ts";

interface Frame {
  event: string;
  channel?: string;
  data?: string;
}

/** Someone who listens at one API host. */
export interface RealtimeListener {
  /** Waits until an event came whose data is what is asked for, or passes what is asked with; each is found once. */
  received(event: string, data: Record<string, unknown>): Promise<void>;
  close(): void;
}

/** Connects in the Pusher protocol as the holder of a key and listens on a channel. @throws Error when it is refused. */
export async function listen(api: string, headers: Record<string, string>, channel: string): Promise<RealtimeListener> {
  const socket = new WebSocket(`${api.replace(/^http/, "ws")}/realtime/app/kinora?protocol=7`, { headers });
  const frames: Frame[] = [];
  socket.on("message", (bytes: Buffer) => {
    const frame = JSON.parse(bytes.toString("utf8")) as Frame;
    frames.push(frame);
    if (frame.event === "pusher:connection_established")
      socket.send(JSON.stringify({ event: "pusher:subscribe", data: { channel } }));
  });
  const take = (matches: (frame: Frame) => boolean): Frame | null => {
    const at = frames.findIndex(matches);
    return at < 0 ? null : (frames.splice(at, 1)[0] ?? null);
  };
  await until(`listening on ${channel}`, async () => {
    if (take(({ event }) => event === "pusher:subscription_error")) throw new Error(`${api} refuses ${channel}.`);
    return take(({ event }) => event === "pusher_internal:subscription_succeeded");
  });
  return {
    async received(event, data) {
      await until(`${event} ${JSON.stringify(data)} is received at ${api}`, async () =>
        take((frame) => frame.event === event && frame.channel === channel && includes(frame.data, data)),
      );
    },
    close: () => socket.terminate(),
  };
}

function includes(text: string | undefined, wanted: Record<string, unknown>): boolean {
  const data = JSON.parse(text ?? "{}") as Record<string, unknown>;
  return Object.entries(wanted).every(([name, value]) =>
    isQuestion(value) ? value(data[name]) : data[name] === value,
  );
}

const isQuestion = (wanted: unknown): wanted is (found: unknown) => boolean => typeof wanted === "function";
