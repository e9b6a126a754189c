import { Socket } from "node:net";
import { z } from "zod";

/** What the supervisor sends along with a connection that it accepted. */
const arrival = z.object({ type: z.literal("kinora:connection"), id: z.number(), secure: z.boolean() });
/** The answer: the connection is the receiver's now, and the supervisor closes its own end of it. */
const taken = z.object({ type: z.literal("kinora:taken"), id: z.number() });

export const arrivalMessage = (id: number, secure: boolean): z.infer<typeof arrival> => ({
  type: "kinora:connection",
  id,
  secure,
});

/** The number of the connection that a message says is taken; null for other messages. */
export function takenConnection(message: unknown): number | null {
  return taken.safeParse(message).data?.id ?? null;
}

/** Calls `take` with each connection that the supervisor hands over (node:child_process, "subprocess.send"). */
export function onArrival(take: (socket: Socket, isSecure: boolean) => void): void {
  process.on("message", (message: unknown, handle: unknown) => {
    const arrived = arrival.safeParse(message);
    if (!arrived.success) return;
    const { id, secure } = arrived.data;
    process.send?.({ type: "kinora:taken", id } satisfies z.infer<typeof taken>);
    // The connection may have ended on the way.
    if (handle instanceof Socket) take(handle, secure);
  });
}
