import { parseArgs } from "node:util";
import { createApiKey } from "@kinora/server/cli/api-key-create.ts";
import { CommandError, type Command } from "@kinora/server/cli/command.ts";
import type { Services } from "@kinora/server/context.ts";
import type { Config } from "@kinora/server/platform/config.ts";
import { FOOTAGE } from "./footage.ts";
import { fillLibrary } from "./library.ts";
import { addLivestreams } from "./livestreams.ts";
import { DemoPeople, type SeededProject } from "./people.ts";
import { addPlayers } from "./players.ts";
import { addPlaylists } from "./playlists.ts";
import { addRestrictions } from "./restrictions.ts";
import { keyVisitor } from "./visitor.ts";

const HOUR_MS = 3_600_000;

/** Fills a project over the API with generated videos, people, livestreams and rules; prints what it created as JSON. */
export const seedDemo: Command = {
  usage: `[--project HASH_OR_ID] [--videos 1-${FOOTAGE.length}]`,
  async run(context, args) {
    const { values } = parseArgs({ args, options: { project: { type: "string" }, videos: { type: "string" } } });
    const footage = FOOTAGE.slice(0, readCount(values.videos));
    const { config } = context;
    await requireRunningApi(config);
    const services = await context.services();
    const people = new DemoPeople(services);
    const project = values.project ? await givenProject(services, values.project) : await people.ownProject();
    const members = await people.invite(project);
    // What takes minutes says how far it is; standard output has the result only.
    const report = (line: string) => console.error(line);
    const videos = await fillLibrary({ config, project, members, report }, footage);
    const streams = await addLivestreams(project, videos, report);
    const playlists = await addPlaylists(project, videos);
    await addRestrictions(project, videos);
    await addPlayers(project);
    const signIns = [...(project.owner ? [project.owner] : []), ...members.values()];
    context.print(
      JSON.stringify({
        project: project.projectId,
        videos: videos.map(({ id, title, state }) => ({ id, title, state })),
        streams,
        playlists,
        sign_ins: signIns.map(({ email, role }) => ({ email, role, password: people.password })),
      }),
    );
    return 0;
  },
};

function readCount(text: string | undefined): number {
  const count = Number(text ?? FOOTAGE.length);
  if (Number.isInteger(count) && count >= 1 && count <= FOOTAGE.length) return count;
  throw new CommandError(`--videos takes a number from 1 to ${FOOTAGE.length}.`);
}

/** A project that exists is filled with an API key of its own, which ends after an hour. */
async function givenProject(services: Services, project: string): Promise<SeededProject> {
  const expiresAt = new Date(services.clock.now().getTime() + HOUR_MS);
  const made = await createApiKey(services, { project, scopes: ["full"], name: "Demo content", expiresAt });
  return { projectId: made.projectId, visitor: keyVisitor(services.config, made.key) };
}

async function requireRunningApi({ internalUrls }: Config): Promise<void> {
  const answers = await fetch(`${internalUrls.api}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!answers)
    throw new CommandError(
      `The API at ${internalUrls.api} isn't responding. Run "npm start" first, then this command in another terminal.`,
    );
}
