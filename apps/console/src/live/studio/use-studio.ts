import { useEffect, useEffectEvent, useRef, useState } from "react";
import {
  captureProblem,
  listDevices,
  openCapture,
  stopCapture,
  type CaptureChoice,
  type CaptureProblem,
  type Device,
} from "./capture.ts";
import { WhipPublication, type PublicationState } from "./whip-publication.ts";

/** How the studio stands. */
export type StudioState = "idle" | Exclude<PublicationState, "ended">;

/** Why nothing is sent: a text of the room, or a sentence of the server. */
export type StudioProblem = CaptureProblem | "key" | "connection" | { sentence: string };

/** The way of what is captured to a livestream. */
export interface StudioWay {
  /** The WHIP endpoint. */
  url: string;
  /** Reads the stream key, or what stands for it, each time it goes live. */
  readKey: () => Promise<string>;
}

const NO_DEVICES: { cameras: Device[]; microphones: Device[] } = { cameras: [], microphones: [] };

/** The devices of this browser and what is captured with them. @param onCapture called with each new stream. */
function useCapture(onCapture: (stream: MediaStream) => void) {
  const [choice, setChoice] = useState<CaptureChoice>({ source: "camera", camera: null, microphone: null });
  const [capture, setCapture] = useState<MediaStream | null>(null);
  const [devices, setDevices] = useState(NO_DEVICES);
  const [problem, setProblem] = useState<CaptureProblem | null>(null);
  const [attempt, setAttempt] = useState(0);

  const take = useEffectEvent((stream: MediaStream) => {
    setProblem(null);
    setCapture(stream);
    onCapture(stream);
    // A browser's own button ends the sharing of a screen.
    for (const track of stream.getVideoTracks())
      track.addEventListener("ended", () => setChoice((now) => ({ ...now, source: "camera" })));
    listDevices().then(setDevices, () => setDevices(NO_DEVICES));
  });

  useEffect(() => {
    let opened: MediaStream | null = null;
    let isOver = false;
    openCapture(choice).then(
      (stream) => {
        if (isOver) return stopCapture(stream);
        opened = stream;
        take(stream);
      },
      (error: unknown) => {
        if (!isOver) setProblem(captureProblem(error));
      },
    );
    return () => {
      isOver = true;
      stopCapture(opened);
    };
  }, [choice, attempt]);
  return { choice, setChoice, capture, devices, problem, again: () => setAttempt(attempt + 1) };
}

/** What is captured in this browser, and its way to a livestream. */
export function useStudio({ url, readKey }: StudioWay) {
  const [state, setState] = useState<StudioState>("idle");
  const [problem, setProblem] = useState<StudioProblem | null>(null);
  const publication = useRef<WhipPublication | null>(null);
  const { problem: captureFailed, ...captured } = useCapture((stream) => {
    setProblem(null);
    publication.current?.replace(stream).catch(() => setProblem("failed"));
  });

  const end = (why: StudioProblem | null) => {
    publication.current?.stop();
    publication.current = null;
    setState("idle");
    setProblem(why);
  };
  useEffect(() => {
    const leave = () => publication.current?.stop();
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const start = async () => {
    if (!captured.capture || state !== "idle") return;
    setProblem(null);
    setState("connecting");
    const key = await readKey().catch(() => null);
    if (key === null) return end("key");
    publication.current = new WhipPublication({
      url,
      key,
      stream: captured.capture,
      onState(now, sentence) {
        if (now === "ended") end(sentence ? { sentence } : "connection");
        else setState(now);
      },
    });
  };
  return { ...captured, state, problem: captureFailed ?? problem, start, stop: () => end(null) };
}
