import { streamSettings } from "@kinora/contract/live/streams.ts";
import { expect, test } from "vitest";
import { as } from "../../platform/testing.ts";
import { sharedProject } from "../../testing/fixtures.ts";
import { listStreamActivity } from "./activity.ts";
import { revealStreamKey } from "./control.ts";
import { createStream, updateStream } from "./service.ts";

const { services, project } = await sharedProject();

test("a stream's activity is listed newest first, page by page, without its key", async () => {
  const context = as(services, project.owner);
  const grant = {
    accountId: project.accountId,
    projectId: project.projectId,
    owner: true,
    permissions: new Set(["streams_manage"] as const),
  };
  const settings = streamSettings.parse({ name: "Harbour" });
  const { id } = await createStream(context, grant, settings);
  await createStream(context, grant, { ...settings, name: "Another" });
  await updateStream(context, grant, id, { ...settings, name: "Harbour 2" });
  const key = await revealStreamKey(context, project, id);

  const first = await listStreamActivity(context, project, id, { before: undefined, per_page: 2 });
  expect(first.data.map(({ type }) => type)).toEqual(["stream.key_revealed", "stream.updated"]);
  expect(first.more).toBe(true);
  expect(first.data[0]?.actor).not.toBeNull();
  expect(first.data[1]?.facts).toContainEqual({ name: "name", value: "Harbour → Harbour 2" });
  expect(JSON.stringify(first)).not.toContain(key);

  const rest = await listStreamActivity(context, project, id, { before: first.data[1]?.id, per_page: 2 });
  expect(rest).toMatchObject({ data: [{ type: "stream.created" }], more: false });
});
