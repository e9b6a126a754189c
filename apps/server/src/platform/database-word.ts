import { z } from "zod";

/** Set for a process that is told over its channel when the database is there and where. */
export const awaitsDatabase = "KINORA_AWAITS_DATABASE";

const word = z.object({ type: z.literal("database"), url: z.string() });

/** What the supervisor says to its roles once the database is there in its newest shape. */
export const databaseWord = (url: string): z.infer<typeof word> => ({ type: "database", url });

/** The database's address, when the supervisor says it. @throws Error when the supervisor is gone before. */
export function toldDatabase(): Promise<string> {
  return new Promise((done, fail) => {
    const gone = () => fail(new Error("The supervisor ended before it said where the database is."));
    const listen = (message: unknown) => {
      const { success, data } = word.safeParse(message);
      if (!success) return;
      process.off("message", listen).off("disconnect", gone);
      done(data.url);
    };
    process.on("message", listen).once("disconnect", gone);
  });
}
