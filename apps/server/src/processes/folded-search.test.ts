import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKey } from "../api-keys/service.ts";
import { as } from "../platform/testing.ts";
import {
  addCategory,
  addMember,
  addPerson,
  addPlaylist,
  addStream,
  addTag,
  addVideos,
  grantOf,
  roleNamed,
  sharedProject,
} from "../testing/fixtures.ts";
import { createApi } from "./api.ts";

const { services, project } = await sharedProject();
const api = await createApi(services);
afterAll(() => api.close());

const NAME = "Łódź, Straße nach Hà Nội";
let secret: string;

beforeAll(async () => {
  const key = { name: "Script", scopes: ["full"], addresses: [], origins: [], expires_at: null };
  ({ secret } = await createApiKey(as(services, project.owner), grantOf(project), key));
  const role = await roleNamed(services, project, "Viewer");
  for (const [at, name] of [NAME, "Porto"].entries()) {
    await addVideos(services, project, [{ title: name }]);
    await addPlaylist(services, project, { name });
    await addStream(services, project, { name });
    await addCategory(services, project, { name });
    await addTag(services, project, name);
    await addMember(
      services,
      project,
      await addPerson(services, { email: `person-${at}@example.com`, last_name: name }),
      role,
    );
  }
});

/** Where names are searched, and the field that has the name. */
const LISTS = [
  ["videos", "title"],
  ["playlists", "name"],
  ["streams", "name"],
  ["categories/options", "name"],
  ["tags", "name"],
  ["tags/options", "name"],
  ["users", "last_name"],
] as const;

test.each(LISTS)("%s are found without the accents and the case of their names, and with them", async (list, field) => {
  for (const search of ["lodz", "STRASSE", "straße", "ha noi", "Hà Nội", "ŁÓDŹ"]) {
    const answer = await api.inject({
      url: `/projects/${project.projectId}/${list}?search=${encodeURIComponent(search)}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    const { data } = answer.json<{ data: Record<string, unknown>[] }>();
    expect([search, data.map((row) => row[field])]).toEqual([search, [NAME]]);
  }
});

test("what would be a pattern of PostgreSQL is a text, also in another width", async () => {
  for (const search of ["%%%", "％％％", "___", "＿＿＿", "\\\\\\"]) {
    const answer = await api.inject({
      url: `/projects/${project.projectId}/tags?search=${encodeURIComponent(search)}`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([search, answer.json<{ data: unknown[] }>().data]).toEqual([search, []]);
  }
});
