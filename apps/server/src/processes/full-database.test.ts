import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { aProject } from "../platform/testing.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { keyHeaders } from "../testing/upload-server.ts";
import { createApi } from "./api.ts";

const services = await sharedServices();
const api = await createApi(services);
afterAll(() => api.close());

// PostgreSQL's error for a change that does not fit on its disk.
const fillDisk = async (table: string) => {
  await sql`
    create or replace function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100';
    end $$`.execute(services.db);
  await sql`create trigger no_room before insert on ${sql.table(table)} execute function no_room()`.execute(
    services.db,
  );
};

test("a change that the database has no room for is refused as such, by operations and by uploads", async () => {
  const project = await aProject(services);
  const headers = await keyHeaders(services, project, ["full"]);
  await fillDisk("categories");
  await fillDisk("videos");
  const answers = [
    await api.inject({
      method: "POST",
      url: `/projects/${project.projectId}/categories`,
      headers,
      payload: { name: "Full" },
    }),
    await api.inject({
      method: "POST",
      url: "/uploads",
      headers: {
        ...headers,
        "tus-resumable": "1.0.0",
        "upload-length": "10",
        "upload-metadata": `project_id ${btoa(String(project.projectId))},filename ${btoa("film.mp4")}`,
      },
    }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode, answer.body).toBe(507);
    expect(answer.headers["retry-after"]).toBe("60");
    expect(answer.json()).toMatchObject({
      code: "storage_full",
      message: "The server's disk is full, and nothing was changed. Try again once there is space.",
    });
  }
});
