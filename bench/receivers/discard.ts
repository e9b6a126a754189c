import { createServer } from "node:http";
import { listen } from "./listen.ts";

// The least a Node process can do with a body: read it and forget it, with just enough tus for a client to send it.
const server = createServer((request, response) => {
  let bytes = 0;
  request.on("data", (chunk: Buffer) => (bytes += chunk.length));
  request.once("end", () => {
    if (request.method === "POST") response.writeHead(201, { location: "/upload" });
    else response.writeHead(204, { "upload-offset": Number(request.headers["upload-offset"] ?? 0) + bytes });
    response.end();
  });
});
listen(server, "/upload");
