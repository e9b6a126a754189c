import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { readAmf, writeAmf, type AmfValue } from "./amf.ts";
import { ChunkReader, MESSAGE, writeMessage } from "./chunks.ts";
import { publishTo } from "./client.ts";

const HANDSHAKE_BYTES = 1536;
let server: Server | null = null;
afterEach(() => void server?.close());

/** A server that answers each command with the given answer, and keeps what was sent to it. */
async function aServer(answer: (name: AmfValue, send: (...values: AmfValue[]) => void, socket: Socket) => void) {
  const commands: AmfValue[][] = [];
  const controls: string[] = [];
  const serve = (socket: Socket) => {
    const chunks = new ChunkReader();
    let toSkip = 1 + 2 * HANDSHAKE_BYTES;
    socket.on("error", () => undefined);
    socket.write(Buffer.concat([Buffer.from([3]), Buffer.alloc(2 * HANDSHAKE_BYTES)]));
    socket.on("data", (bytes: Buffer) => {
      const skipped = Math.min(toSkip, bytes.length);
      toSkip -= skipped;
      for (const { type, payload } of chunks.take(bytes.subarray(skipped))) {
        if (type === MESSAGE.userControl) controls.push(payload.toString("hex"));
        if (type !== MESSAGE.commandAmf0) continue;
        const [name = null, transaction = null, ...rest] = readAmf(payload);
        commands.push([name, transaction, ...rest]);
        const send = (what: AmfValue = null, ...values: AmfValue[]) =>
          void socket.write(
            writeMessage(MESSAGE.commandAmf0, writeAmf(what, what === "onStatus" ? 0 : transaction, ...values)),
          );
        answer(name, send, socket);
      }
    });
  };
  server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, commands, controls };
}

test("a server that does not know releaseStream and FCPublish is published to, with what its address says after a question mark", async () => {
  const failed = { level: "error", code: "NetConnection.Call.Failed", description: "Method not found." };
  const { port, commands } = await aServer((name, send) => {
    if (name === "connect") send("_result", null, { level: "status" });
    if (name === "releaseStream" || name === "FCPublish") send("_error", null, failed);
    if (name === "createStream") send("_result", null, 1);
    if (name === "publish") send("onStatus", null, { level: "status", code: "NetStream.Publish.Start" });
  });
  const publication = await publishTo(new URL(`rtmp://127.0.0.1:${port}/live/?token=a%2Fb`), "127.0.0.1", "key");
  publication.close();
  expect(commands[0]?.[2]).toMatchObject({
    app: "live?token=a%2Fb",
    tcUrl: `rtmp://127.0.0.1:${port}/live?token=a%2Fb`,
  });
});

test("a server that asks whether the publisher is still there gets its answer, with the moment it sent", async () => {
  const { port, controls } = await aServer((name, send, socket) => {
    if (name === "connect") send("_result", null, { level: "status" });
    if (name === "createStream") {
      // A stream begins, which needs no answer, and a ping.
      for (const event of ["000000000001", "0006000a0b0c"])
        socket.write(writeMessage(MESSAGE.userControl, Buffer.from(event, "hex"), { chunkStream: 2 }));
      send("_result", null, 1);
    }
    if (name === "publish") send("onStatus", null, { level: "status", code: "NetStream.Publish.Start" });
  });
  const publication = await publishTo(new URL(`rtmp://127.0.0.1:${port}/live`), "127.0.0.1", "key");
  publication.close();
  await vi.waitFor(() => expect(controls).toEqual(["0007000a0b0c"]));
});

test("a refusal is one sentence, whether or not the server ends its own", async () => {
  for (const description of ["Wrong key.", "Wrong key"]) {
    const { port } = await aServer((_name, send) =>
      send("_error", null, { level: "error", code: "NetConnection.Connect.Rejected", description }),
    );
    await expect(publishTo(new URL(`rtmp://127.0.0.1:${port}/live`), "127.0.0.1", "secret")).rejects.toThrow(
      /^The server refuses: Wrong key\.$/,
    );
    server?.close();
  }
});
