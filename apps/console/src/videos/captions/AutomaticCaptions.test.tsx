import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { api } from "../../platform/client.ts";
import { session } from "../../platform/session.ts";
import { answerApi, type Call } from "../../testing/api.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { signedIn } from "../../testing/signed-in.ts";
import { aConfig, aUser } from "../../testing/videos.ts";
import { AutomaticCaptions } from "./AutomaticCaptions.tsx";

type State = Awaited<ReturnType<typeof api.automaticCaptions.getAutomaticCaptions>>["data"];
type Latest = NonNullable<State["latest"]>;

const latest: Latest = {
  ...{ id: 4, state: "complete", language: null, detected_language: "en", progress: 100, sound_seconds: 60 },
  ...{ failure: null, captions_id: 9, queued_at: "2030-01-01T00:00:00Z", started_at: null, finished_at: null },
};
let state: State;
let calls: Call[];

beforeEach(() => {
  signedIn();
  state = { available: true, mode: "on_demand", language: null, problem: null, latest: null };
  calls = answerApi({
    answers: {
      automaticCaptions: {
        getAutomaticCaptions: () => ({ data: state }),
        createAutomaticCaptions: () => ({ message: "Captions are being created.", data: state }),
        cancelAutomaticCaptions: () => ({ message: "Creating captions is cancelled.", data: state }),
        retryAutomaticCaptions: () => ({ message: "Captions are being created.", data: state }),
      },
    },
  });
});

const shown = async (given: Partial<State>) => {
  state = { ...state, ...given };
  await renderPart(<AutomaticCaptions videoId={7} />);
};
const button = (name: string) => screen.findByRole("button", { name });
const sent = () => calls.filter(({ method }) => method === "POST");

test("captions are created in the project's language", async () => {
  await shown({ language: "pt-BR" });
  fireEvent.click(await button("Create captions automatically"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(JSON.parse(sent()[0]?.body ?? "")).toEqual({ language: "pt-BR" });
});

test("without a language of the project it is detected", async () => {
  await shown({});
  fireEvent.click(await button("Create captions automatically"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(JSON.parse(sent()[0]?.body ?? "")).toEqual({ language: null });
});

test("while they are created there is a progress and a way to cancel", async () => {
  await shown({ latest: { ...latest, state: "running", progress: 40, captions_id: null } });
  expect(await screen.findByText("40% of the audio is done.")).toBeDefined();
  expect(screen.getByRole("progressbar", { name: "Progress of the captions" }).getAttribute("aria-valuenow")).toBe(
    "40",
  );
  expect(screen.queryByRole("button", { name: "Create again" })).toBeNull();
  fireEvent.click(await button("Cancel"));
  await waitFor(() => expect(sent().map(({ name }) => name)).toEqual(["automaticCaptions.cancelAutomaticCaptions"]));
});

test("a failure says why, and is retried", async () => {
  const failure = { code: "speech_unavailable", message: "The speech engine did not answer.", retryable: true };
  await shown({ latest: { ...latest, state: "failed", failure, captions_id: null } });
  expect(await screen.findByText("The speech engine did not answer.")).toBeDefined();
  fireEvent.click(await button("Retry"));
  await waitFor(() => expect(sent().map(({ name }) => name)).toEqual(["automaticCaptions.retryAutomaticCaptions"]));
});

test("a plan without minutes says so instead of creating them", async () => {
  const problem = "The plan Small allows 60 transcribed minutes a month, of which none are left.";
  await shown({ problem });
  expect(await screen.findByText(problem)).toBeDefined();
  expect((await button("Create captions automatically")).hasAttribute("disabled")).toBe(true);
});

test.each([
  [{ state: "queued" }, "Waiting for a worker."],
  [{ state: "cancelled", progress: 30 }, "Canceled at 30%. Continue where it stopped, or start again."],
  [{ captions_id: null }, "No speech was found in this video."],
  [{}, "Create them again to replace the automatic ones in the same language."],
] as const)("%j is said in words", async (given, words) => {
  await shown({ latest: { ...latest, ...given } });
  expect(await screen.findByText(words)).toBeDefined();
});

test("what cannot succeed is not retried", async () => {
  const failure = { code: "no_sound", message: "This video has no sound.", retryable: false };
  await shown({ latest: { ...latest, state: "failed", failure } });
  expect(await button("Create again")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
});

test.each([
  ["an installation without an engine", { available: false }],
  ["a project that has them off", { mode: "off" }],
] as const)("%s shows nothing", async (_what, given) => {
  await shown(given);
  await waitFor(() => expect(calls.length).toBeGreaterThan(0));
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByText("Automatic captions")).toBeNull();
});

test("who may not edit sees how far they are", async () => {
  const config = aConfig();
  session.set({ user: aUser(), config: { ...config, permissions: { ...config.permissions, video_edit: false } } });
  await shown({ latest: { ...latest, state: "running", progress: 40 } });
  expect(await screen.findByText("40% of the audio is done.")).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});
