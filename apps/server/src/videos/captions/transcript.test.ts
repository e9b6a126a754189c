import { updateRows } from "@kinora/db/testing-rows.ts";
import { PERMISSIONS } from "@kinora/domain/people/permissions.ts";
import { expect, test } from "vitest";
import { aProject, as } from "../../platform/testing.ts";
import { aVideo } from "../../playback/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { addCaptions, deleteCaptions, updateCaptions } from "./captions.ts";
import { getTranscript } from "./transcript.ts";

const { services, project } = await sharedProject();
const context = as(services, project.owner);
const grant = { ...project, owner: false, permissions: new Set(PERMISSIONS) };

const file = (words: string) => `WEBVTT\n\n00:01.000 --> 00:02.500\n<v Ada>${words}\n`;
const track = (language: string, isDefault = false) => ({
  ...{ language, label: language, kind: "captions" as const, default: isDefault },
});
const transcript = (id: number, language?: string) => getTranscript(context, grant, id, language);

test("a transcript says what captions say, in the language that was asked for", async () => {
  const { id } = await aVideo(services, project);
  const { data } = await addCaptions(context, grant, id, track("de"), file("Guten Tag"));
  await addCaptions(context, grant, id, track("pt-BR", true), file("Bom dia"));
  expect(await transcript(id, "de")).toEqual({
    ...{ captions_id: data.id, language: "de", label: "de", kind: "captions", languages: ["de", "pt-BR"] },
    cues: [{ start: 1, end: 2.5, speaker: "Ada", text: "Guten Tag" }],
  });
  expect(await transcript(id, "pt_br")).toMatchObject({ language: "pt-BR", cues: [{ text: "Bom dia" }] });
  await updateCaptions(context, grant, id, data.id, track("de"), file("Hallo"));
  expect(await transcript(id, "de")).toMatchObject({ cues: [{ text: "Hallo" }] });
});

test("without a language it is the default one, else the video's, else the first", async () => {
  const { id } = await aVideo(services, project);
  const { data } = await addCaptions(context, grant, id, track("de"), file("Guten Tag"));
  await addCaptions(context, grant, id, track("fr"), file("Bonjour"));
  expect((await transcript(id)).language).toBe("de");
  await updateRows(services, "videos", { id }, { language: "fr" });
  expect((await transcript(id)).language).toBe("fr");
  await updateCaptions(context, grant, id, data.id, track("de", true), null);
  expect((await transcript(id)).language).toBe("de");
  await deleteCaptions(context, grant, id, data.id);
  expect((await transcript(id)).languages).toEqual(["fr"]);
});

test("there is none without captions, in another language, or of another project's video", async () => {
  const { id } = await aVideo(services, project);
  const missing = { code: "not_found", message: "This video has no captions in this language." };
  await expect(transcript(id)).rejects.toMatchObject(missing);
  await addCaptions(context, grant, id, track("de"), file("Guten Tag"));
  await expect(transcript(id, "en")).rejects.toMatchObject(missing);
  await expect(transcript(id, "no language")).rejects.toMatchObject(missing);
  const stranger = { ...(await aProject(services)), owner: false, permissions: new Set(PERMISSIONS) };
  await expect(getTranscript(context, stranger, id, "de")).rejects.toMatchObject({
    message: /does not exist or belongs to another/,
  });
});
