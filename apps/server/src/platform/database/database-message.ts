/** Set for a process that receives the database URL over its IPC channel. */
export const awaitsDatabase = "KINORA_AWAITS_DATABASE";

interface DatabaseMessage {
  type: "database";
  url: string;
}

/** The message the supervisor sends to its roles once the schema is up to date. */
export const databaseMessage = (url: string): DatabaseMessage => ({ type: "database", url });

/** Resolves with the database URL from the supervisor. @throws Error when the supervisor ends before it sends it. */
export function receiveDatabaseUrl(): Promise<string> {
  return new Promise((done, fail) => {
    const disconnected = () => fail(new Error("The supervisor ended before it sent the database URL."));
    const listen = (message: unknown) => {
      if (!isDatabaseMessage(message)) return;
      process.off("message", listen).off("disconnect", disconnected);
      done(message.url);
    };
    process.on("message", listen).once("disconnect", disconnected);
  });
}

// Other messages of the supervisor come over the same channel.
function isDatabaseMessage(message: unknown): message is DatabaseMessage {
  if (typeof message !== "object" || message === null || !("type" in message) || message.type !== "database")
    return false;
  return "url" in message && typeof message.url === "string";
}
