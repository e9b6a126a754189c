import { expect, test } from "vitest";
import { addStream, sharedProject } from "../../testing/fixtures.ts";
import { Audience } from "../audience.ts";
import { createPlaybackRules } from "../playback-rules.ts";
import { createPlaybackStreams } from "../playback-streams.ts";
import { WhepViewers } from "./whep-viewers.ts";

test("a live host that does not answer delays no viewers of others", async () => {
  const { services, project } = await sharedProject();
  const rules = createPlaybackRules(services);
  const streams = createPlaybackStreams(services);
  const [silent, other, broken] = [
    await addStream(services, project, {}),
    await addStream(services, project, {}),
    await addStream(services, project, {}),
  ];
  const kept: string[] = [];
  const isKept = Promise.withResolvers<void>();
  const viewers = new WhepViewers({
    ...{ rules, streams, log: services.log, most: 100, roundMs: 10 },
    gate: { isOpen: () => Promise.resolve(true), recheck: () => Promise.resolve({ kind: "open" }) },
    audience: new Audience(() => false),
    source: {
      keep: ({ hash }) => {
        if (hash === silent.hash) return new Promise(() => undefined);
        if (hash === broken.hash) return Promise.reject(new Error("not an answer"));
        if (kept.push(hash) === 3) isKept.resolve();
        return Promise.resolve({ "of-other": 1 });
      },
      end: () => Promise.resolve(null),
    },
  });
  for (const [id, { hash }] of Object.entries({ "of-silent": silent, "of-broken": broken, "of-other": other }))
    viewers.add(id, {
      ...{ hash, network: "192.0.2.1", pass: null, isMember: true },
      request: { headers: {}, socket: { remoteAddress: "192.0.2.1" } },
      delivered: () => undefined,
    });
  await isKept.promise;
  expect(new Set(kept)).toEqual(new Set([other.hash]));
  viewers.close();
  rules.close();
  streams.close();
});
