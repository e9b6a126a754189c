import { Socket, type SocketConstructorOpts } from "node:net";
import { TLSSocket } from "node:tls";

/** Taken out of the kernel at once; a publisher of 100 Mbit/s fills it twice in a turn. */
const READ_BYTES = 256 * 1024;
const TURN_MS = 25;
/** Everybody is read into the same memory, one after the other. */
const room = Buffer.allocUnsafeSlow(READ_BYTES);
/** Who is read from at the next turn. */
const waiting = new Set<Socket>();
let turn: NodeJS.Timeout | undefined;

/** What Node keeps a connection in; not part of what it documents. */
interface WithHandle {
  _handle: NonNullable<SocketConstructorOpts["handle"]> | null;
}

/** What a connection is read with. */
export interface SocketReader {
  /** Takes what came, at once: the memory is somebody else's as soon as it answers. */
  onBytes(bytes: Buffer): void;
  /** Whether little at a time is not worth being told of. */
  isInTurns(): boolean;
}

/**
 * The same connection, read into memory that is used again and, once `isInTurns`, no more often than every 25 ms. Node makes memory of
 * 64 KiB for each read of a socket it accepted, and only sockets made by hand can be told otherwise (`onread`).
 */
export function readInTurns(accepted: Socket, { onBytes, isInTurns }: SocketReader): Socket {
  // What is decrypted is in memory of its own anyway.
  if (accepted instanceof TLSSocket) return accepted.on("data", onBytes);
  const inner = accepted as unknown as WithHandle;
  // Closed before it could be served.
  if (!inner._handle) return accepted;
  const options: SocketConstructorOpts = {
    handle: inner._handle,
    onread: {
      buffer: room,
      callback(count: number) {
        onBytes(room.subarray(0, count));
        // There may be more.
        if (count === READ_BYTES || !isInTurns()) return true;
        waiting.add(socket);
        turn ??= setTimeout(readAll, TURN_MS);
        return false;
      },
    },
  };
  inner._handle = null;
  const socket = new Socket(options);
  // The server counts the one it accepted, and closes it.
  accepted.once("close", () => socket.destroy());
  socket.once("close", () => {
    waiting.delete(socket);
    accepted.destroy();
  });
  return socket.resume();
}

function readAll(): void {
  turn = undefined;
  const due = [...waiting];
  waiting.clear();
  for (const socket of due) if (!socket.isPaused()) socket.resume();
}
