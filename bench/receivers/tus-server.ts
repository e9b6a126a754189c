import { createServer } from "node:http";
import { FileStore } from "@tus/file-store";
import { Server } from "@tus/server";
import { listen } from "./listen.ts";

// The reference implementation of tus for Node with its file store, as its own documentation starts it.
const tus = new Server({ path: "/files", datastore: new FileStore({ directory: process.argv[2] ?? "" }) });
listen(
  createServer((request, response) => void tus.handle(request, response)),
  "/files",
);
