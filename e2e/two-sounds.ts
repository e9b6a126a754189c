import { spawn } from "node:child_process";
import { encodedOnce } from "@kinora/media/fixtures/made-once.ts";
import { mediaCapabilities } from "@kinora/media/tools/capabilities.ts";

/** Publishes a moving picture with two tones over SRT, which say that they are English and German. */
export async function publishTwoSounds(address: string): Promise<() => void> {
  const clip = await encodedOnce("ts", [
    ...["-f", "lavfi", "-i", "testsrc2=size=320x180:rate=30"],
    ...["-f", "lavfi", "-i", "sine=frequency=440:sample_rate=48000"],
    ...[
      "-f",
      "lavfi",
      "-i",
      "sine=frequency=880:sample_rate=48000",
      "-t",
      "120",
      "-map",
      "0",
      "-map",
      "1",
      "-map",
      "2",
    ],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-tune", "zerolatency", "-g", "30", "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu", "-f", "mpegts"],
  ]);
  const { ffmpegPath } = await mediaCapabilities();
  const args = ["-hide_banner", "-nostdin", "-v", "error", "-re", "-i", clip, "-map", "0", "-c", "copy"];
  const child = spawn(ffmpegPath, [...args, "-f", "mpegts", address], { stdio: "ignore" });
  return () => child.kill("SIGKILL");
}
