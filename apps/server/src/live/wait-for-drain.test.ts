import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import { HeldBack } from "./held-back.ts";
import { Connection } from "./srt/connection.ts";
import { waitForDrain } from "./wait-for-drain.ts";

/** A stream that asks to be waited for from its first byte on. */
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
])("a wait is over when the stream %s, and leaves no listener behind", async (_, end) => {
  const one = full();
  const before = one.stream.listenerCount("error");
  const waiting = waitForDrain(one.stream);
  end(one);
  await expect(waiting).resolves.toBeUndefined();
  expect(["drain", "close", "error"].map((name) => one.stream.listenerCount(name))).toEqual([0, 0, before]);
});

test("nothing is waited for with room in it, or gone already", async () => {
  const free = new Writable({ write: (_, __, done) => done() });
  await waitForDrain(free);
  const { stream } = full();
  stream.destroy(new Error("EPIPE"));
  await waitForDrain(stream);
  expect(stream.destroyed).toBe(true);
});

const logged: unknown[] = [];

/** A program that reads nothing, and its input with no room left in it. */
async function stuck() {
  const child = spawn("sleep", ["60"], { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin.on("error", () => undefined);
  while (child.stdin.write(Buffer.alloc(65_536)));
  return child;
}

test("a sender that waits for a program is let go on when the program is killed with its pipe full", async () => {
  const child = await stuck();
  const heldBack = new HeldBack(() => 0);
  const waiting = heldBack.until(child.stdin);
  child.kill("SIGKILL");
  await expect(waiting).resolves.toBeUndefined();
});

test("a publisher over SRT outlives a demuxer that is killed with its pipe full, and is said goodbye to by whoever ends it", async () => {
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
  connection.take(packet(0));
  connection.take(packet(1));
  child.kill("SIGKILL");
  await once(child, "close");
  connection.take(packet(2));
  expect(connection.ended).toBe(false);
  connection.close();
  expect(ended).toBe(false);
  expect(logged).toEqual([]);
});

test("an intake that cannot be waited for ends its connection and nothing else", async () => {
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
  connection.take({ kind: "data", sequence: 0, keyFlags: 0, to: 1, payload: Buffer.alloc(1316) });
  await vi.waitFor(() => expect(ends).toEqual([false]));
  expect(logged).toHaveLength(1);
});
