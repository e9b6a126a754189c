import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import { Backpressure, waitForDrain } from "./backpressure.ts";
import { Connection } from "./srt/connection.ts";

/** A stream whose buffer is full from its first byte on. */
function full(): { stream: Writable; take: () => void } {
  let take = (): void => undefined;
  const stream = new Writable({ highWaterMark: 1, write: (_, __, done) => void (take = done) });
  stream.on("error", () => undefined);
  stream.write(Buffer.alloc(8));
  expect(stream.writableNeedDrain).toBe(true);
  return { stream, take: () => take() };
}

test.each([
  ["takes more", ({ take }: ReturnType<typeof full>) => take()],
  ["is closed", ({ stream }) => stream.destroy()],
  ["fails", ({ stream }) => stream.destroy(new Error("EPIPE"))],
])("waiting ends when the stream %s, and leaves no listener behind", async (_, end) => {
  const one = full();
  const before = one.stream.listenerCount("error");
  const waiting = waitForDrain(one.stream);
  end(one);
  await expect(waiting).resolves.toBeUndefined();
  expect(["drain", "close", "error"].map((name) => one.stream.listenerCount(name))).toEqual([0, 0, before]);
});

test("a stream with room, or one already destroyed, is not waited for", async () => {
  const free = new Writable({ write: (_, __, done) => done() });
  await waitForDrain(free);
  const { stream } = full();
  stream.destroy(new Error("EPIPE"));
  await waitForDrain(stream);
  expect(stream.destroyed).toBe(true);
});

const logged: unknown[] = [];

/** A process that reads nothing, its stdin pipe full. */
async function stuck() {
  const child = spawn("sleep", ["60"], { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined);
  while (child.stdin.write(Buffer.alloc(65_536)));
  return child;
}

test("waiting for a process ends when it is killed with its pipe full", async () => {
  const child = await stuck();
  const backpressure = new Backpressure(() => 0);
  const waiting = backpressure.waitForDrain(child.stdin);
  child.kill("SIGKILL");
  await expect(waiting).resolves.toBeUndefined();
});

test("an SRT publisher outlives a demuxer that is killed with its pipe full, and gets a shutdown when it is closed", async () => {
  const child = await stuck();
  const sent: Buffer[] = [];
  let ended: boolean | null = null;
  const connection = new Connection(
    {
      peerSocketId: 7,
      firstSequence: 0,
      latencyMs: 120,
      keys: null,
      now: () => 0,
      log: { error: (...words: unknown[]) => void logged.push(words) },
      send: (datagram) => void sent.push(datagram),
    },
    {
      write: (bytes) => child.stdin.write(bytes),
      drained: () => waitForDrain(child.stdin),
      end: (clean) => (ended = clean),
    },
  );
  const packet = (sequence: number) => ({
    kind: "data" as const,
    sequence,
    keyFlags: 0,
    to: 1,
    payload: Buffer.alloc(1316),
  });
  connection.receive(packet(0));
  connection.receive(packet(1));
  child.kill("SIGKILL");
  await once(child, "close");
  connection.receive(packet(2));
  expect(connection.ended).toBe(false);
  connection.close();
  expect(ended).toBe(false);
  expect(logged).toEqual([]);
});

test("an intake whose drain fails ends its own connection only", async () => {
  const sent: Buffer[] = [];
  const ends: boolean[] = [];
  const connection = new Connection(
    {
      peerSocketId: 7,
      firstSequence: 0,
      latencyMs: 120,
      keys: null,
      now: () => 0,
      log: { error: (...words: unknown[]) => void logged.push(words) },
      send: (datagram) => void sent.push(datagram),
    },
    {
      write: () => false,
      drained: () => Promise.reject(new Error("EPIPE")),
      end: (clean) => void ends.push(clean),
    },
  );
  connection.receive({ kind: "data", sequence: 0, keyFlags: 0, to: 1, payload: Buffer.alloc(1316) });
  await vi.waitFor(() => expect(ends).toEqual([false]));
  expect(logged).toHaveLength(1);
});
