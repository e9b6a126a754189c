import { join } from "node:path";
import { updateRows } from "@kinora/db/testing-rows.ts";
import { openLocalStorage } from "@kinora/storage/local.ts";
import {
  startSpeechServer,
  type SpeechServer,
  type TranscriptionCall,
} from "../apps/server/src/testing/speech/speech-server.ts";
import { addSpokenVideo } from "../apps/server/src/testing/speech/spoken-video.ts";
import { expectFineOnAPhone, obstaclesInBothSchemes } from "./accessibility.ts";
import { startKinora, type Environment } from "./environment.ts";
import { giveToProduct } from "./files-of-product.ts";
import { expect, test } from "./product.ts";
import { makePeopleProject, signInTo, type PeopleProject } from "./project-people.ts";

let speech: SpeechServer;
let kinora: Environment;
let project: PeopleProject;

const spoken = ({ seconds }: TranscriptionCall) => ({
  body: { language: "english", segments: [{ start: 0, end: Math.min(seconds, 3), text: "Good morning." }] },
});

test.beforeAll(async () => {
  speech = await startSpeechServer(spoken);
  kinora = await startKinora({ env: { KINORA_SPEECH_URL: speech.url } });
  project = await makePeopleProject(kinora, "Spoken News");
});
test.afterAll(async () => {
  await project?.db.destroy();
  await kinora?.stop();
  await speech?.close();
});

async function addTalk(tone: Parameters<typeof addSpokenVideo>[2]): Promise<number> {
  const media = join(kinora.dataDir, "media");
  const id = await addSpokenVideo({ db: project.db, storage: await openLocalStorage(media) }, project, tone);
  giveToProduct(kinora, join(media, "assets"));
  return id;
}

test("an owner hides automatic captions until they are checked, creates them, cancels, continues and shows them", async ({
  page,
}) => {
  await signInTo(page, kinora, project.owner, "/settings/project/settings");
  await expect(page.getByRole("heading", { name: "Automatic captions" })).toBeVisible();
  await page.getByRole("switch", { name: /^Show viewers automatic captions immediately/ }).press("Space");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("Project is saved.").first()).toBeVisible();

  const id = await addTalk({ seconds: 68, silent: [[30, 33]] });
  await page.goto(`${kinora.urls.console}/video/${id}?tab=media#captions`);
  // The second piece waits until it is cancelled.
  speech.answer = (call) => (speech.calls.length > 1 ? new Promise(() => undefined) : spoken(call));
  await page.getByRole("button", { name: "Create captions automatically" }).click();
  await expect(page.getByText(/^4\d% of the audio is done\.$/)).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progress of the captions" })).toBeVisible();
  await expectFineOnAPhone(page);
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await expect(page.getByText(/^Canceled at 4\d%\./)).toBeVisible();

  speech.answer = spoken;
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByText("Automatic, 2 cues, hidden from viewers")).toBeVisible();
  await expect(page.getByText("English (automatic)")).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);

  await page.getByRole("button", { name: /English \(automatic\)/ }).click();
  await page.getByRole("menuitem", { name: "Edit captions" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit captions" });
  await dialog.getByRole("checkbox", { name: "Visible to viewers" }).check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Automatic, 2 cues", { exact: true })).toBeVisible();
});

test("a failure says what to do, and a project that is off creates none", async ({ page }) => {
  const id = await addTalk({ seconds: 4, silent: [] });
  speech.answer = () => ({ status: 401, body: "no such key" });
  await signInTo(page, kinora, project.owner, `/video/${id}?tab=media`);
  await page.getByRole("button", { name: "Create captions automatically" }).click();
  await expect(page.getByText(/^The speech engine of this installation refused the sound\./)).toBeVisible();
  expect(await obstaclesInBothSchemes(page)).toEqual([]);
  speech.answer = spoken;
  await page.getByRole("button", { name: "Retry", exact: true }).click();
  await expect(page.getByText(/^Automatic, 1 cue/)).toBeVisible();

  await updateRows(project, "projects", { id: project.projectId }, { captions_mode: "off" });
  await page.reload();
  await expect(page.getByText("Turned off in the project's settings.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Create again" })).toBeHidden();
});
