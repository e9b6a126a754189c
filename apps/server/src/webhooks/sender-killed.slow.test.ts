import { expect, onTestFinished, test, vi } from "vitest";
import type { ProjectGrant } from "../platform/access/scope.ts";
import { aProject, as, testServices } from "../platform/testing.ts";
import { grantOf } from "../testing/fixtures.ts";
import { startSenderProcess } from "../testing/sender-process.ts";
import { startReceiver } from "../testing/webhook-receiver.ts";
import { createWebhook } from "./service.ts";

const EVENTS = 300;
const OBJECTS = 30;
const KILLED_AFTER = [60, 180];

test("senders that are killed lose no event and send none under two ids", async () => {
  const services = await testServices({ KINORA_ALLOW_PRIVATE_URLS: "true" });
  const receiver = await startReceiver();
  onTestFinished(async () => {
    await receiver.close();
    await services.stop();
  });
  const project = await aProject(services);
  const grant: ProjectGrant = grantOf(project);
  const settings = { name: "Receiver", url: receiver.url, events: ["*"] };
  await createWebhook(as(services, project.owner), grant, settings);
  for (let at = 0; at < EVENTS; at += 1)
    await services.db.transaction().execute((tx) =>
      services.emit(tx, {
        type: "video.updated",
        ...grant,
        payload: { video_id: at % OBJECTS, at },
        actor: { kind: "system" },
      }),
    );
  let victim = await startSenderProcess(services);
  const survivor = await startSenderProcess(services);
  for (const count of KILLED_AFTER) {
    await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(count), { timeout: 30_000, interval: 1 });
    await victim.kill();
    victim = await startSenderProcess(services);
  }
  const pending = () =>
    services.db.selectFrom("webhook_deliveries").select("id").where("state", "<>", "delivered").execute();
  await vi.waitFor(async () => expect(await pending()).toEqual([]), { timeout: 30_000, interval: 50 });
  await Promise.all([victim.kill(), survivor.kill()]);
  const idsOf = Map.groupBy(receiver.received, ({ body }) => (JSON.parse(body) as { data: { at: number } }).data.at);
  expect([...idsOf.keys()].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: EVENTS }, (_, at) => at),
  );
  for (const received of idsOf.values())
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});
