import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { insertRow } from "@kinora/db/testing-rows.ts";
import { newStreamKey } from "../live/streams/keys.ts";
import { newHash } from "../platform/secrets/hash.ts";
import { aProject, as, type TestServices } from "../platform/testing.ts";

/** A livestream on air and a fake of the live role. */
export interface StreamOnHost {
  streamId: number;
  projectId: number;
  context: ReturnType<typeof as>;
  /** The requests the live role received, with `{hash}` for the stream's public id. */
  asked: string[];
  close(): unknown;
}

/** Creates a livestream and a live role that responds with `answer`. */
export async function aStreamOnHost(services: TestServices, answer: RequestListener): Promise<StreamOnHost> {
  const { projectId, accountId: account_id, ownerId: created_by, owner } = await aProject(services);
  const hash = newHash();
  const { id } = await insertRow(services, "streams", {
    project_id: projectId,
    account_id,
    created_by,
    hash,
    name: "Harbour",
    ...newStreamKey(services, hash),
  });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url?.replace(hash, "{hash}") ?? "");
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await insertRow(services, "stream_hosts", { host: "here", url, pid: 1, seen_at: new Date() });
  return { streamId: id, projectId, context: as(services, owner), asked, close: () => server.close() };
}
