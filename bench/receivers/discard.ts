import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { listen } from "./listen.ts";

// The least a Node process can do with a body: read it, hash it if asked, and forget it, with just enough tus for a client.
const hashes = process.argv[3] === "hash";
const server = createServer((request, response) => {
  let bytes = 0;
  const hash = hashes ? createHash("sha256") : null;
  request.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    hash?.update(chunk);
  });
  request.once("end", () => {
    hash?.digest();
    if (request.method === "POST") response.writeHead(201, { location: "/upload" });
    else response.writeHead(204, { "upload-offset": Number(request.headers["upload-offset"] ?? 0) + bytes });
    response.end();
  });
});
listen(server, "/upload");
