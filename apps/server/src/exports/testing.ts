import { strFromU8, unzipSync } from "fflate";
import { as, type TestProject, type TestServices } from "../platform/testing.ts";
import { accountGrantOf, RUN } from "../testing/fixtures.ts";
import { buildExport, exportKey } from "./build.ts";
import { downloadExport, permitDownload } from "./download.ts";
import { readExport, requestExport } from "./requests.ts";

/** What the owners of accounts do with exports. @param services are asked for when they are needed. */
export function exportsOf(services: () => TestServices) {
  const grantOf = accountGrantOf;
  const asOwner = (project: TestProject) => as(services(), project.owner);
  const stateOf = (project: TestProject) => readExport(asOwner(project), grantOf(project));

  async function request(project: TestProject): Promise<number> {
    await requestExport(asOwner(project), grantOf(project));
    const { id } = await services()
      .db.selectFrom("account_exports")
      .select("id")
      .where("account_id", "=", project.accountId)
      .where("state", "=", "running")
      .executeTakeFirstOrThrow();
    return id;
  }

  async function build(project: TestProject): Promise<number> {
    const exportId = await request(project);
    await buildExport.run(services(), { exportId }, RUN);
    return exportId;
  }

  async function download(project: TestProject): Promise<Buffer> {
    await permitDownload(asOwner(project), grantOf(project));
    const { body } = await downloadExport(asOwner(project), grantOf(project));
    return bytesOf(body);
  }

  /** The texts of a built export, by their names. */
  async function filesOf(exportId: number): Promise<Record<string, string>> {
    const { stream } = await services().storage.get(exportKey(exportId));
    const files = unzipSync(await bytesOf(stream));
    return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  }

  return { grantOf, asOwner, stateOf, request, build, download, filesOf };
}

export async function bytesOf(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces);
}
