import { spawn } from "node:child_process";
import { mediaTools } from "@kinora/media/tools/capabilities.ts";
import { expect, onTestFinished, test, vi } from "vitest";
import { patient } from "../../../../../tools/setup/patience.mjs";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import {
  answerByPocketsphinx,
  canHearSpeech,
  installSpeechPrograms,
  spokenFilm,
  type SpokenWord,
} from "../../testing/speech/pocketsphinx.ts";
import { startSpeechServer } from "../../testing/speech/speech-server.ts";
import { LiveHost } from "../host/live-host.ts";
import { listenForPublishers } from "../ingest/rtmp/server.ts";

// A film of half a minute in real time, with real recognition.
vi.setConfig({ testTimeout: patient(120_000) });

const WORDS: readonly SpokenWord[] = [
  ["elephant", 2],
  ["window", 7],
  ["telephone", 12.5],
  ["computer", 18],
  ["orange", 23],
];

const speech = await startSpeechServer((call) =>
  answerByPocketsphinx(
    call,
    WORDS.map(([word]) => word),
  ),
);
const { services, project } = await sharedProject({ KINORA_LIVE_LADDERS: "1", KINORA_SPEECH_URL: speech.url });

test.runIf(canHearSpeech())(
  "words that a synthetic voice says on air are captions soon after (needs espeak-ng and pocketsphinx, or the right to install them)",
  async () => {
    await installSpeechPrograms();
    const film = await spokenFilm(WORDS, 30);
    const host = new LiveHost(services);
    const rtmp = await listenForPublishers({ host: "127.0.0.1", port: 0, secure: null }, host.admit, services.log);
    await host.begin("http://127.0.0.1:9", rtmp.port);
    const { ffmpegPath } = await mediaTools();
    const stream = await addStream(services, project, {
      automatic_captions: true,
      reconnect_seconds: 60,
      dvr_minutes: 5,
    });
    const sending = [
      "-nostdin",
      "-v",
      "error",
      "-re",
      "-i",
      film,
      "-c:v",
      "libx264",
      "-preset",
      "ultrafast",
      "-g",
      "25",
    ];
    const target = `rtmp://127.0.0.1:${rtmp.port}/live/${stream.key}`;
    const encoder = spawn(ffmpegPath, [...sending, "-c:a", "copy", "-f", "flv", target], { stdio: "ignore" });
    onTestFinished(async () => {
      encoder.kill("SIGKILL");
      await rtmp.close();
      await host.close();
      await speech.close();
    });
    const shown = new Map<string, number>();
    const read = () => {
      const { segments } = host.find(stream.hash)?.captions ?? {};
      const numbers = [...(segments?.playlist() ?? "").matchAll(/^(\d+)\.vtt$/gm)].map(([, number]) => Number(number));
      for (const number of numbers)
        for (const [, seconds, word = ""] of (segments?.read(number) ?? "").matchAll(/^00:00:([\d.]+) --> .+\n(.+)$/gm))
          if (!shown.has(word)) shown.set(word, Number(seconds));
      return [...shown.keys()];
    };
    await vi.waitFor(() => expect(read()).toEqual(WORDS.map(([word]) => word)), { timeout: patient(60_000) });
    for (const [word, said] of WORDS) {
      const late = (shown.get(word) ?? 0) - said;
      expect([word, late > -0.5 && late < 12]).toEqual([word, true]);
    }
    // Silence is not sent.
    expect(speech.calls.reduce((sum, { seconds }) => sum + seconds, 0)).toBeLessThan(15);
  },
);
