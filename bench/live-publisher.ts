import { spawn } from "node:child_process";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";

/** Publishes a file in real time, again and again, as it is; ends with `cleanUp`. */
export async function publishFile(cleanUp: AsyncDisposableStack, source: string, address: string): Promise<void> {
  const { ffmpegPath } = await mediaCapabilities();
  const copying = ["-re", "-stream_loop", "-1", "-i", source, "-c", "copy", "-f", "flv", address];
  const child = spawn(ffmpegPath, ["-nostdin", "-v", "error", ...copying], { stdio: "ignore" });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  cleanUp.defer(async () => {
    child.kill("SIGKILL");
    await gone;
  });
}
