import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../platform/refusal.ts";
import { matchesEtag } from "./byte-ranges.ts";

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
};
const SCRIPT_SECONDS = 300;
/** hls.js and what steers it in the manifest of the build, whose addresses are relative to the embed app. */
const STREAM_SOURCES = ["../../node_modules/hls.js/src/hls.ts", "../../packages/player/src/hls-stream.ts"];

interface ManifestEntry {
  file: string;
  src?: string;
  css?: string[];
  /** Fonts and pictures that its styles name. */
  assets?: string[];
}

interface BuiltFile {
  type: string;
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

/** URLs of the files that pages of the edge load. */
export interface PageFiles {
  playerScript: string;
  playerStyle: string;
  /** Read HLS; the player loads them when playback begins. */
  streamScripts: string[];
  shareScript: string;
  shareStyle: string;
  /** Loaded beside the player where a playlist is embedded. */
  playlistScript: string;
  playlistStyle: string;
}

/** The built player and styles, read once into memory with their compressed forms. */
export interface BuiltFiles {
  pages: PageFiles;
  /** Serves `/assets/…` and `/embed.js`. */
  serve(app: FastifyInstance): void;
}

/**
 * Reads what the embed app's build left in `folder`.
 * @throws Error saying what to run when the app was not built.
 */
export async function readBuiltFiles(folder: URL): Promise<BuiltFiles> {
  const manifest = await readManifest(folder);
  const names = new Set(
    Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]),
  );
  const files = new Map(
    await Promise.all([...names].map(async (name) => [name, await readBuilt(new URL(name, folder))] as const)),
  );
  const entry = (source: string): ManifestEntry => {
    const found = manifest[source];
    if (!found) throw new Error(`The embed app's build has no ${source}. Build it again.`);
    return found;
  };
  const style = ({ css = [] }: ManifestEntry) => `/${css[0] ?? ""}`;
  const player = entry("src/player-page.ts");
  const share = entry("src/share-page.ts");
  const playlist = entry("src/playlist-page.ts");
  return {
    pages: {
      playerScript: `/${player.file}`,
      playerStyle: style(player),
      streamScripts: STREAM_SOURCES.map((source) => `/${entry(source).file}`),
      shareScript: `/${share.file}`,
      shareStyle: style(share),
      playlistScript: `/${playlist.file}`,
      playlistStyle: style(playlist),
    },
    serve(app) {
      // Names contain a hash of their content, so browsers never need to revalidate.
      app.get<{ Params: { "*": string } }>("/assets/*", (request, reply) =>
        send(request, reply, files.get(`assets/${request.params["*"]}`), "public, max-age=31536000, immutable"),
      );
      app.get("/embed.js", (request, reply) =>
        send(request, reply, files.get("embed.js"), `public, max-age=${SCRIPT_SECONDS}`),
      );
    },
  };
}

async function readManifest(folder: URL): Promise<Record<string, ManifestEntry>> {
  try {
    return JSON.parse(await readFile(new URL("manifest.json", folder), "utf8")) as Record<string, ManifestEntry>;
  } catch (error) {
    throw new Error("The player is not built yet. Run `npm start`, or `vite build` in apps/embed.", { cause: error });
  }
}

async function readBuilt(file: URL): Promise<BuiltFile> {
  const plain = await readFile(file);
  const [zipped, brotli] = await Promise.all([
    beside(file, "gz", () => promisify(gzip)(plain, { level: 9 })),
    // The last levels of brotli cost seconds at every start for one or two percent.
    beside(file, "br", () => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })),
  ]);
  const etag = `"${createHash("sha256").update(plain).digest("base64url").slice(0, 22)}"`;
  return { type: TYPES[extname(file.pathname)] ?? "application/octet-stream", etag, plain, gzip: zipped, brotli };
}

/** What the build compressed already; fonts, and what another tool built, are compressed here. */
async function beside(file: URL, ending: "gz" | "br", compress: () => Promise<Buffer>): Promise<Buffer> {
  try {
    return await readFile(new URL(`${file.href}.${ending}`));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return compress();
  }
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile | undefined,
  cacheControl: string,
): FastifyReply {
  if (!file) throw new Refusal("not_found", "There is nothing at this address.");
  reply.headers({
    "content-type": file.type,
    "cache-control": cacheControl,
    // A sandboxed frame has no origin: its scripts are loaded cross-origin.
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    vary: "accept-encoding",
    etag: file.etag,
  });
  if (matchesEtag(request.headers["if-none-match"], file.etag)) return reply.status(304).send();
  const accepted = request.headers["accept-encoding"]?.toString() ?? "";
  if (/\bbr\b/.test(accepted)) return reply.header("content-encoding", "br").send(file.brotli);
  if (/\bgzip\b/.test(accepted)) return reply.header("content-encoding", "gzip").send(file.gzip);
  return reply.send(file.plain);
}
