import { streamSettings } from "@kinora/contract/live/streams.ts";
import { insertRows, selectOrdered, updateRows } from "@kinora/db/testing-rows.ts";
import { VIDEO_TAGS_MAX } from "@kinora/domain/videos/tags.ts";
import { beforeAll, expect, test } from "vitest";
import type { Context } from "../../context.ts";
import type { ProjectGrant } from "../../platform/access/scope.ts";
import { aProject, as, type TestProject } from "../../platform/testing.ts";
import { sharedServices, addStream, ownedBy, addCategory } from "../../testing/fixtures.ts";
import { labelledSentence, labelStreams } from "./bulk-labels.ts";
import { readStream } from "./rows.ts";
import { updateStream } from "./service.ts";

let project: TestProject;
let other: TestProject;
let context: Context;
let grant: ProjectGrant;

const services = await sharedServices();

beforeAll(async () => {
  [project, other] = [await aProject(services), await aProject(services)];
  context = as(services, project.owner);
  const { accountId, projectId } = project;
  grant = { accountId, projectId, owner: true, permissions: new Set(["streams_manage"]) };
});

const aStream = async (name: string, of = project): Promise<number> => (await addStream(services, of, { name })).id;

async function someTags(names: readonly string[], of = project): Promise<number[]> {
  const rows = await insertRows(
    services,
    "tags",
    names.map((name) => ({ ...ownedBy(of), name })),
  );
  return rows.map(({ id }) => id);
}

const aCategory = async (name: string, more: { active?: boolean } = {}, of = project): Promise<number> =>
  (await addCategory(services, of, { name, slug: name.toLowerCase(), ...more })).id;

const tagsOf = async (id: number, of = project) => (await readStream(services.db, of, id)).tags.map(({ name }) => name);
const changesOf = (id: number) =>
  selectOrdered(services, "audit_log", "id", { object_type: "stream", object_id: id }, "changes");

test("streams get and lose tags together; a tag that is already there is no change", async () => {
  const [one, two] = [await aStream("One"), await aStream("Two")];
  const tag_ids = await someTags(["news", "sport"]);
  const add = { ids: [one, two, one], action: "add_tags", tag_ids } as const;
  expect(await labelStreams(context, grant, add)).toEqual([
    { id: one, name: "One", problem: null },
    { id: two, name: "Two", problem: null },
  ]);
  await labelStreams(context, grant, add);
  expect([await tagsOf(one), await tagsOf(two)]).toEqual([
    ["news", "sport"],
    ["news", "sport"],
  ]);
  await labelStreams(context, grant, { ids: [one], action: "remove_tags", tag_ids: tag_ids.slice(0, 1) });
  expect(await tagsOf(one)).toEqual(["sport"]);
  expect(await changesOf(one)).toEqual([
    { changes: { tags: ["", "news, sport"] } },
    { changes: { tags: ["news, sport", "sport"] } },
  ]);
});

test("a stream of another project, one with too many tags and a disabled category each have their problem", async () => {
  const [full, foreign, free] = [await aStream("Full"), await aStream("Foreign", other), await aStream("Free")];
  const many = await someTags(Array.from({ length: VIDEO_TAGS_MAX }, (_, index) => `tag ${index}`));
  await labelStreams(context, grant, { ids: [full], action: "add_tags", tag_ids: many });
  const tag_ids = await someTags(["one more"]);
  const results = await labelStreams(context, grant, { ids: [full, foreign, free], action: "add_tags", tag_ids });
  expect(results).toEqual([
    { id: full, name: "Full", problem: `A livestream can have up to ${VIDEO_TAGS_MAX} tags.` },
    { id: foreign, name: "", problem: "This stream does not exist or belongs to another project." },
    { id: free, name: "Free", problem: null },
  ]);
  expect(labelledSentence(results)).toBe("1 livestream is changed, 2 not.");
  expect(await tagsOf(full)).toHaveLength(VIDEO_TAGS_MAX);
  expect(await tagsOf(foreign, other)).toEqual([]);
  expect(await tagsOf(free)).toEqual(["one more"]);

  const off = await aCategory("Off", { active: false });
  await updateRows(services, "streams", { id: full }, { category_id: off });
  const category = { ids: [full, free], action: "set_category", category_id: off } as const;
  expect((await labelStreams(context, grant, category)).map(({ problem }) => problem)).toEqual([
    null,
    "This category is switched off. Choose another one.",
  ]);
  await labelStreams(context, grant, { ...category, category_id: null });
  expect((await readStream(services.db, project, full)).category).toBeNull();
});

test("labels of another project are refused before anything changes", async () => {
  const id = await aStream("Alone");
  const tag_ids = [...(await someTags(["own"])), ...(await someTags(["theirs"], other))];
  await expect(labelStreams(context, grant, { ids: [id], action: "add_tags", tag_ids })).rejects.toMatchObject({
    code: "invalid",
    fields: { tag_ids: ["Choose tags of this project."] },
  });
  const category_id = await aCategory("Theirs", {}, other);
  await expect(labelStreams(context, grant, { ids: [id], action: "set_category", category_id })).rejects.toMatchObject({
    fields: { category_id: ["Choose a category of this project."] },
  });
  expect(await tagsOf(id)).toEqual([]);
});

test("a tag that someone else adds is not undone by who saves what was read before", async () => {
  const id = await aStream("Two at once");
  const { version } = await readStream(context.db, grant, id);
  await labelStreams(context, grant, { ids: [id], action: "add_tags", tag_ids: await someTags(["theirs"]) });
  const save = updateStream(context, grant, id, streamSettings.parse({ name: "Mine" }), version);
  await expect(save).rejects.toMatchObject({ code: "changed_since" });
});
