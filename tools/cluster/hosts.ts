import type { Role } from "../../apps/server/src/platform/config.ts";

/** A machine of the cluster: its roles, the first of its ports, and the loopback address that others reach it by. */
export interface Host {
  name: string;
  roles: readonly Role[];
  basePort: number;
  address: string;
}

/** Ports of a machine are seven in a row, of a live role further ones after them. */
const PORTS_OF_HOST = 20;

/** The machines of the cluster, from this port on. */
export function clusterHosts(basePort: number): Host[] {
  const roles: Record<string, readonly Role[]> = {
    front1: ["console", "login", "api"],
    front2: ["login", "api"],
    work1: ["worker"],
    work2: ["worker"],
    work3: ["worker"],
    edge1: ["edge"],
    edge2: ["edge"],
    live1: ["live"],
    live2: ["live"],
  };
  return Object.entries(roles).map(([name, own], index) => ({
    ...{ name, roles: own },
    basePort: basePort + PORTS_OF_HOST * (index + 1),
    address: `127.0.0.${index + 2}`,
  }));
}

export const portOf = ({ basePort }: Host, role: "console" | "login" | "api" | "edge"): number =>
  basePort + ["console", "login", "api", "edge"].indexOf(role);

/** The address that people and other roles use for a role: of the balancer, without one of the first machine that has it. */
export type PublicUrls = Record<"console" | "login" | "api" | "edge" | "rtmp", string>;

export function firstUrls(hosts: readonly Host[]): PublicUrls {
  const first = (role: Role): Host => {
    const host = hosts.find(({ roles }) => roles.includes(role));
    if (!host) throw new Error(`No machine of the cluster has the role ${role}.`);
    return host;
  };
  const url = (role: "console" | "login" | "api" | "edge") => `http://localhost:${portOf(first(role), role)}`;
  return {
    ...{ console: url("console"), login: url("login"), api: url("api"), edge: url("edge") },
    rtmp: `rtmp://localhost:${rtmpPortOf(first("live"))}`,
  };
}

export const rtmpPortOf = ({ basePort }: Host): number => basePort + 10;

/** In the cluster's folder: the status, method, address and machines of each request. */
export const NGINX_REQUESTS = "nginx-requests.log";

/** A configuration of nginx that spreads requests over the machines of each role. */
export function nginxConfiguration(folder: string, basePort: number, hosts: readonly Host[]): string {
  const roles = ["console", "login", "api", "edge"] as const;
  const servers = roles.map((role, index) => {
    const machines = hosts.filter(({ roles: own }) => own.includes(role));
    return `  upstream ${role} {
${machines.map((host) => `    server 127.0.0.1:${portOf(host, role)} max_fails=0;`).join("\n")}
  }
  server {
    listen 127.0.0.1:${basePort + index};
    client_max_body_size 0;
    location / {
      proxy_pass http://${role};
      proxy_http_version 1.1;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_connect_timeout 2s;
      proxy_read_timeout 120s;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade;
    }
  }`;
  });
  return `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/nginx.log;
worker_rlimit_nofile 20000;
events { worker_connections 10000; }
http {
  log_format spread '$status $request_method $request_uri $upstream_addr $upstream_status';
  access_log ${folder}/${NGINX_REQUESTS} spread;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
${servers.join("\n")}
}
`;
}
