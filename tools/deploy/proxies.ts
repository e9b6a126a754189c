import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join, resolve } from "node:path";
import { RESTART_PATIENCE_MS } from "../../e2e/patience.ts";
import { until } from "../../e2e/pipeline-project.ts";
import { debianProgram, unpackDebian } from "./debian.ts";
import type { TestCertificate } from "./test-certificate.ts";

const deploy = resolve(import.meta.dirname, "../../deploy");

/** Where a test's proxy listens, and the product behind it. */
export interface ProxyPlace {
  folder: string;
  httpPort: number;
  httpsPort: number;
  /** KINORA_PORT. */
  basePort: number;
}

/** deploy/nginx/kinora.conf with ports and files of the test, and nothing else changed. */
export async function startNginx(
  cleanUp: AsyncDisposableStack,
  place: ProxyPlace,
  { certificateFile, keyFile }: TestCertificate,
): Promise<void> {
  const folder = join(place.folder, "nginx");
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi"])
    await mkdir(join(folder, name), { recursive: true });
  const site = replaced(await readFile(join(deploy, "nginx/kinora.conf"), "utf8"), {
    ...roleAddresses(place),
    "listen 80;": `listen 127.0.0.1:${place.httpPort};`,
    "listen [::]:80;": "",
    "listen 443 ssl": `listen 127.0.0.1:${place.httpsPort} ssl`,
    "listen [::]:443 ssl http2;": "",
    "https://$host$request_uri": `https://$host:${place.httpsPort}$request_uri`,
    "/etc/letsencrypt/live/video.example.org/fullchain.pem": certificateFile,
    "/etc/letsencrypt/live/video.example.org/privkey.pem": keyFile,
  });
  await runNginx(cleanUp, folder, site, place.httpsPort);
}

/** Runs nginx with what stands within its `http` block; its own files are in the folder. */
async function runNginx(cleanUp: AsyncDisposableStack, folder: string, http: string, port: number): Promise<void> {
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 512; }
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${http}
}
`,
  );
  const nginx = await debianProgram("nginx", "usr/sbin/nginx", join(folder, "package"));
  await run(cleanUp, nginx, ["-p", folder, "-e", join(folder, "error.log"), "-c", file], port);
}

/** nginx with the cache of deploy/nginx before one edge, without TLS. */
export interface NginxCache {
  url: string;
  /** Of the deliveries, for the import. */
  log: string;
}

/** Starts nginx with the two files of the cache as they are, but for folders, before the edge at an address. */
export async function startNginxCache(
  cleanUp: AsyncDisposableStack,
  folder: string,
  { port, edgeUrl }: { port: number; edgeUrl: string },
): Promise<NginxCache> {
  for (const name of ["body", "proxy", "fastcgi", "uwsgi", "scgi", "cache"])
    await mkdir(join(folder, name), { recursive: true });
  const log = join(folder, "delivery.log");
  const cache = replaced(await readFile(join(deploy, "nginx/kinora-cache.conf"), "utf8"), {
    "/var/cache/nginx/": `${folder}/cache/`,
  });
  const locations = replaced(await readFile(join(deploy, "nginx/kinora-cache-locations.conf"), "utf8"), {
    "/var/log/nginx/kinora-delivery.log": log,
  });
  const upstream = `upstream kinora_edge { server ${new URL(edgeUrl).host}; keepalive 64; }`;
  const server = `server { listen 127.0.0.1:${port}; keepalive_requests 1000000; ${locations} }`;
  await runNginx(cleanUp, folder, `${upstream}\n${cache}\n${server}`, port);
  return { url: `http://127.0.0.1:${port}`, log };
}

/** nginx of deploy/nginx/kinora-rtmp.conf with addresses of the test, before two live hosts. */
export async function startNginxStream(
  cleanUp: AsyncDisposableStack,
  folder: string,
  { port, securePort, hosts }: { port: number; securePort: number; hosts: readonly RtmpPlace[] },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const [one, other] = hosts;
  const stream = replaced(await readFile(join(deploy, "nginx/kinora-rtmp.conf"), "utf8"), {
    "10.0.0.7:1935": `127.0.0.1:${one?.port}`,
    "10.0.0.8:1935": `127.0.0.1:${other?.port}`,
    "10.0.0.7:1936": `127.0.0.1:${one?.securePort}`,
    "10.0.0.8:1936": `127.0.0.1:${other?.securePort}`,
    "listen 1935;": `listen 127.0.0.1:${port};`,
    "listen [::]:1935;": "",
    "listen 1936;": `listen 127.0.0.1:${securePort};`,
    "listen [::]:1936;": "",
  });
  const nginx = await debianProgram("nginx", "usr/sbin/nginx", join(folder, "package"));
  const module = "usr/lib/nginx/modules/ngx_stream_module.so";
  const own = await access(`/${module}`).then(
    () => true,
    () => false,
  );
  if (!own) await unpackDebian("libnginx-mod-stream", join(folder, "module"));
  const file = join(folder, "nginx.conf");
  await writeFile(
    file,
    `load_module ${own ? "" : join(folder, "module")}/${module};
daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 512; }
${stream}
`,
  );
  await run(cleanUp, nginx, ["-p", folder, "-e", join(folder, "error.log"), "-c", file], port);
}

/** Where a live host takes RTMP and RTMPS. */
interface RtmpPlace {
  port: number;
  securePort: number | null;
}

/** deploy/caddy/Caddyfile with ports of the test, an authority of its own and nothing else changed; answers that one's file. */
export async function startCaddy(cleanUp: AsyncDisposableStack, place: ProxyPlace): Promise<{ authorityFile: string }> {
  const folder = join(place.folder, "caddy");
  await mkdir(folder, { recursive: true });
  const sites = replaced(await readFile(join(deploy, "caddy/Caddyfile"), "utf8"), roleAddresses(place));
  const file = join(folder, "Caddyfile");
  const options = `admin off
  local_certs
  skip_install_trust
  http_port ${place.httpPort}
  https_port ${place.httpsPort}
  default_bind 127.0.0.1
  storage file_system ${folder}/storage`;
  await writeFile(file, `{\n  ${options}\n}\n${sites}`);
  const caddy = await debianProgram("caddy", "usr/bin/caddy", join(folder, "package"));
  await run(cleanUp, caddy, ["run", "--config", file, "--adapter", "caddyfile"], place.httpsPort, { HOME: folder });
  const authorityFile = join(folder, "storage/pki/authorities/local/root.crt");
  await until("Caddy has its authority", () => readFile(authorityFile).catch(() => null), RESTART_PATIENCE_MS);
  return { authorityFile };
}

const roleAddresses = ({ basePort }: ProxyPlace): Record<string, string> =>
  Object.fromEntries([0, 1, 2, 3].map((role) => [`127.0.0.1:${4000 + role}`, `127.0.0.1:${basePort + role}`]));

/** @throws Error for what the text does not have: the test would then try something else than it says. */
function replaced(text: string, changes: Record<string, string>): string {
  return Object.entries(changes).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The configuration has no "${from}".`);
    return changed.replaceAll(from, to);
  }, text);
}

async function run(
  cleanUp: AsyncDisposableStack,
  program: string,
  args: string[],
  port: number,
  env: Record<string, string> = {},
): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const gone = once(child, "exit");
  cleanUp.defer(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  await until(
    `${program} listens`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended:\n${said}`);
      return isOpen(port);
    },
    RESTART_PATIENCE_MS,
  );
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => socket.end(() => done(true)));
    socket.once("error", () => done(false));
  });
}
