import { spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "@kinora/db/free-port.ts";
import { debianProgram, unpackDebian } from "../tools/deploy/debian.ts";

/** A private nginx that serves a folder on loopback. */
export interface Nginx {
  pid: number;
  url: string;
}

/**
 * Starts nginx with sendfile and the settings its documentation recommends for files, as one process without signatures,
 * rules or logs. The machine's own nginx is used, or Debian's package is unpacked into `folder`; nothing is installed.
 * @throws Error when there is neither.
 */
export async function startNginx(cleanUp: AsyncDisposableStack, folder: string, root: string): Promise<Nginx> {
  const port = await freePort();
  return runNginx(cleanUp, folder, port, configuration(folder, root, port));
}

/** The same as an RTMP server that writes HLS with segments of 2 s, as Debian packages it (libnginx-mod-rtmp). */
export async function startNginxRtmp(cleanUp: AsyncDisposableStack, folder: string): Promise<Nginx & { rtmp: string }> {
  const unpacked = join(folder, "package");
  await unpackDebian("libnginx-mod-rtmp", unpacked);
  const [port, rtmpPort] = [await freePort(), await freePort()];
  const files = join(folder, "hls");
  await mkdir(files, { recursive: true });
  const module = `load_module ${unpacked}/usr/lib/nginx/modules/ngx_rtmp_module.so;`;
  const rtmp = `rtmp { access_log off; server { listen 127.0.0.1:${rtmpPort}; application live {
    live on; hls on; hls_path ${files}; hls_fragment 2s; hls_playlist_length 20s; } } }`;
  const started = await runNginx(cleanUp, folder, port, `${module}\n${configuration(folder, files, port)}\n${rtmp}`);
  return { ...started, rtmp: `rtmp://127.0.0.1:${rtmpPort}/live` };
}

/**
 * nginx as docs/operations/playback.md sets it as a cache in front of the edge, with the log of deliveries of
 * docs/operations/analytics.md (`deliveries`), and a log of what each request came to (`log`): its address, the state of the cache
 * ($upstream_cache_status) and what the edge answered, `-` where it was not asked.
 */
export async function startNginxCache(
  cleanUp: AsyncDisposableStack,
  folder: string,
  edge: string,
): Promise<Nginx & { log: string; deliveries: string }> {
  const documented = await documentedSettings("playback");
  const [cachePath = "", locations = ""] = documented.split(/\n\n/);
  const port = await freePort();
  const [log, deliveries] = [join(folder, "requests.log"), join(folder, "kinora-delivery.log")];
  const logged = locations
    .replace("http://127.0.0.1:4003", edge)
    .replace("access_log /var/log/nginx/kinora-delivery.log", `access_log ${log} cache; access_log ${deliveries}`);
  const settings = `
daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  log_format cache '$request_uri $upstream_cache_status $upstream_status';
  ${await documentedSettings("analytics")}
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  ${cachePath.replace("/var/cache/nginx", folder)}
  server { listen 127.0.0.1:${port}; ${logged} }
}
`;
  return { ...(await runNginx(cleanUp, folder, port, settings)), log, deliveries };
}

async function documentedSettings(page: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, `../docs/operations/${page}.md`), "utf8");
  const settings = /^```nginx\n(.*?)^```$/ms.exec(text)?.[1];
  if (!settings) throw new Error(`docs/operations/${page}.md has no settings for nginx.`);
  return settings;
}

async function runNginx(cleanUp: AsyncDisposableStack, folder: string, port: number, settings: string): Promise<Nginx> {
  const binary = await debianProgram("nginx", "usr/sbin/nginx", join(folder, "package"));
  for (const name of ["logs", "body", "proxy", "fastcgi", "uwsgi", "scgi"])
    await mkdir(join(folder, name), { recursive: true });
  const config = join(folder, "nginx.conf");
  await writeFile(config, settings);
  const child = spawn(binary, ["-p", folder, "-e", join(folder, "logs/error.log"), "-c", config], { stdio: "inherit" });
  const gone = new Promise<void>((done) => child.once("exit", () => done()));
  cleanUp.defer(async () => {
    child.kill("SIGTERM");
    await gone;
  });
  const url = `http://127.0.0.1:${port}`;
  for (let tried = 0; tried < 100; tried += 1) {
    if (
      await fetch(url).then(
        () => true,
        () => false,
      )
    )
      return { pid: child.pid ?? 0, url };
    await new Promise((wake) => setTimeout(wake, 50));
  }
  throw new Error("nginx did not start.");
}

const configuration = (folder: string, root: string, port: number) => `
daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; sendfile_max_chunk 2m; tcp_nopush on; tcp_nodelay on; keepalive_requests 1000000;
  open_file_cache max=10000 inactive=60s; open_file_cache_valid 60s; types { video/mp4 m4s; }
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
