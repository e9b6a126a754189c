import { z } from "zod";

/** Set for a process that receives the database URL over its IPC channel. */
export const awaitsDatabase = "KINORA_AWAITS_DATABASE";

const shape = z.object({ type: z.literal("database"), url: z.string() });

/** The message the supervisor sends to its roles once the schema is up to date. */
export const databaseMessage = (url: string): z.infer<typeof shape> => ({ type: "database", url });

/** Resolves with the database URL from the supervisor. @throws Error when the supervisor ends before it sends it. */
export function receiveDatabaseUrl(): Promise<string> {
  return new Promise((done, fail) => {
    const disconnected = () => fail(new Error("The supervisor ended before it sent the database URL."));
    const listen = (message: unknown) => {
      const { success, data } = shape.safeParse(message);
      if (!success) return;
      process.off("message", listen).off("disconnect", disconnected);
      done(data.url);
    };
    process.on("message", listen).once("disconnect", disconnected);
  });
}
