import { randomBytes } from "node:crypto";
import { mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { makeDemoClip, type DemoClip } from "@kinora/media/demoClip.ts";
import { createPerson } from "../login/person.ts";
import type { Config } from "../platform/config.ts";
import { createApiKey } from "./api-key-create.ts";
import { CommandError, type Command } from "./command.ts";

const CLIPS: readonly { title: string; clip: DemoClip }[] = [
  { title: "Test card with a tone", clip: { picture: "testCard", width: 1280, height: 720, durationSeconds: 20 } },
  { title: "Colours in motion", clip: { picture: "gradients", width: 1920, height: 1080, durationSeconds: 12 } },
  { title: "A portrait of life", clip: { picture: "life", width: 720, height: 1280, durationSeconds: 12 } },
];

const MINUTE_MS = 60_000;

/** Fills a project with a few videos made on the spot and uploaded as anyone would; prints what it made as JSON. */
export const seedDemo: Command = {
  usage: "[--project HASH_OR_ID]",
  async run(context, args) {
    const { values } = parseArgs({ args, options: { project: { type: "string" } } });
    const { config } = context;
    await requireRunningApi(config);
    const services = await context.services();
    const person = values.project ? null : await demoPerson();
    const project = values.project ?? String(person?.made.project?.id);
    const expiresAt = new Date(Date.now() + 10 * MINUTE_MS);
    const { key, projectId } = await createApiKey(services, {
      project,
      scopes: ["upload"],
      name: "Demo videos",
      expiresAt,
    });

    const folder = await mkdtemp(join(tmpdir(), "kinora-demo-"));
    try {
      const videos: string[] = [];
      for (const [index, { title, clip }] of CLIPS.entries()) {
        const path = join(folder, `${index}.mp4`);
        await makeDemoClip(clip, path);
        videos.push(await upload(config, key, { projectId, path, title }));
      }
      context.print(
        JSON.stringify({
          project: projectId,
          videos,
          sign_in: person && { email: person.email, password: person.password },
        }),
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    return 0;

    async function demoPerson() {
      const email = `demo-${randomBytes(4).toString("hex")}@kinora.example`;
      const password = randomBytes(12).toString("base64url");
      return {
        email,
        password,
        made: await createPerson(services, { email, password, superuser: false, ownerOf: "Demo" }),
      };
    }
  },
};

async function requireRunningApi({ urls }: Config): Promise<void> {
  const answers = await fetch(`${urls.api}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers)
    throw new CommandError(`The API at ${urls.api} does not answer. Run "npm start" first, then this beside it.`);
}

async function upload(
  config: Config,
  key: string,
  video: { projectId: number; path: string; title: string },
): Promise<string> {
  const { size } = await stat(video.path);
  const encoded = (text: string) => Buffer.from(text).toString("base64");
  const headers = { authorization: `Bearer ${key}`, "tus-resumable": "1.0.0" };
  const created = await fetch(`${config.urls.api}/uploads`, {
    method: "POST",
    headers: {
      ...headers,
      "upload-length": String(size),
      "upload-metadata": `project_id ${encoded(String(video.projectId))},filename ${encoded(`${video.title}.mp4`)},title ${encoded(video.title)}`,
    },
  });
  const location = created.headers.get("location");
  if (!location) throw new CommandError(`The upload was refused: ${await created.text()}`);
  const file = await open(video.path);
  const sent = await fetch(location, {
    method: "PATCH",
    headers: { ...headers, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: file.readableWebStream() as ReadableStream<Uint8Array>,
    duplex: "half",
  });
  await file.close();
  if (!sent.ok) throw new CommandError(`The upload broke off: ${await sent.text()}`);
  return video.title;
}
