import { Socket } from "node:net";

// The supervisor loads this, and no more of the dependencies than what speaks to the database: messages are read without zod.
const ARRIVAL = "kinora:connection";
const TAKEN = "kinora:taken";

/** What the supervisor sends along with a connection that it accepted. */
export const arrivalMessage = (id: number, secure: boolean) => ({ type: ARRIVAL, id, secure });

/** The number of the connection that a message says is taken, which is the receiver's then; null for other messages. */
export function takenConnection(message: unknown): number | null {
  return isMessage(message, TAKEN) ? message.id : null;
}

/** Calls `take` with each connection that the supervisor hands over (node:child_process, "subprocess.send"). */
export function onArrival(take: (socket: Socket, isSecure: boolean) => void): void {
  process.on("message", (message: unknown, handle: unknown) => {
    if (!isMessage(message, ARRIVAL)) return;
    process.send?.({ type: TAKEN, id: message.id });
    // The connection may have ended on the way.
    if (handle instanceof Socket) take(handle, "secure" in message && message.secure === true);
  });
}

function isMessage(message: unknown, type: string): message is { id: number } {
  if (typeof message !== "object" || message === null) return false;
  return "type" in message && message.type === type && "id" in message && typeof message.id === "number";
}
