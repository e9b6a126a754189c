import { insertRows, updateRows } from "@kinora/db/testing-rows.ts";
import { expect, test } from "vitest";
import { addStream, sharedProject } from "../testing/fixtures.ts";
import { liveDrain, liveHostList, liveResume } from "./live-hosts.ts";
import { runCommand } from "./testing.ts";

const { services, project } = await sharedProject();

const listed = async () => (await runCommand(liveHostList, services)).lines;

test("an operator takes a live host out of service, sees what is left there, and puts it back", async () => {
  const row = { url: "http://10.0.0.7:4107", pid: 1, ladders: 2.34, ladders_used: 0.36 };
  await insertRows(services, "stream_hosts", [
    { ...row, host: "10.0.0.7:4107" },
    { ...row, host: "10.0.0.8:4107", ladders: null },
    { ...row, host: "gone", seen_at: new Date(0) },
  ]);
  for (const ingest of ["receiving", "lost"] as const) {
    const { id } = await addStream(services, project, { ingest });
    await updateRows(services, "streams", { id }, { host: "10.0.0.7:4107" });
  }
  const before = [
    "10.0.0.7:4107: 0.4 of 2.3 ladders used, 2 on air, 1 with an encoder",
    "10.0.0.8:4107: not measured, 0 on air, 0 with an encoder",
  ];
  expect(await listed()).toEqual(before);
  for (const turn of [1, 2])
    expect([turn, (await runCommand(liveDrain, services, "10.0.0.7:4107")).code]).toEqual([turn, 0]);
  expect(await listed()).toEqual([`${before[0]}, drained`, before[1]]);
  await runCommand(liveResume, services, "10.0.0.7:4107");
  expect(await listed()).toEqual(before);
});

test("a host that is not known, none and two are refused", async () => {
  await expect(runCommand(liveDrain, services, "other")).rejects.toThrow("There is no live host named other.");
  await expect(runCommand(liveDrain, services)).rejects.toThrow("Name one live host");
  await expect(runCommand(liveResume, services, "a", "b")).rejects.toThrow("Name one live host");
});
