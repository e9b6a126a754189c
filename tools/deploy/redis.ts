import { spawn, type ChildProcess } from "node:child_process";
import { join } from "node:path";
import { unpackDebian } from "./debian.ts";

/** A Redis server's program, and what its process needs to find its libraries. */
export interface RedisProgram {
  path: string;
  env: Record<string, string>;
}

/** Debian's Redis, unpacked into a folder; nothing is installed. @throws Error when it cannot be fetched */
export async function debianRedis(folder: string): Promise<RedisProgram> {
  // Its server is a link to a program of its tools; the libraries are unpacked beside them.
  for (const name of ["redis-server", "redis-tools", "libjemalloc2", "liblzf1"]) await unpackDebian(name, folder);
  const libraries = join(folder, `usr/lib/${process.arch === "arm64" ? "aarch64" : "x86_64"}-linux-gnu`);
  return { path: join(folder, "usr/bin/redis-server"), env: { LD_LIBRARY_PATH: libraries } };
}

/** Starts a Redis that stores nothing on disk, at a port of this machine. */
export function spawnRedis({ path, env }: RedisProgram, folder: string, port: number): ChildProcess {
  const settings = ["--bind", "127.0.0.1", "--port", String(port), "--save", "", "--dir", folder];
  return spawn(path, settings, { env: { ...process.env, ...env }, stdio: "ignore" });
}
