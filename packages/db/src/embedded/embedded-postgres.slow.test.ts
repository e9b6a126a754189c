import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { chooseAccount } from "./account.ts";
import { findBinaries } from "./binaries.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres.ts";
import { findPostmaster } from "./postmaster.ts";
import { accepts } from "./server.ts";

const isRoot = process.getuid?.() === 0;
// Many containers forbid them; PostgreSQL then runs under another account.
const hasNamespaces = spawnSync("unshare", ["--user", "true"]).status === 0;
// Other users cannot execute a clone inside root's private home.
const othersReadThis = spawnSync("test", ["-r", import.meta.filename], { uid: 65534, gid: 65534 }).status === 0;
const password = "a p@ssword/with:signs";
const started: EmbeddedPostgres[] = [];
let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "kinora-pg-"));
  chmodSync(home, 0o755);
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
  rmSync(home, { recursive: true, force: true });
});

async function start(dataDir: string, port: number): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, port, password });
  started.push(server);
  return server;
}

async function query<Row>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

test("rows survive kill -9 of the server, which restarts automatically", async () => {
  const server = await start(join(home, "data"), await freePort());
  await query(server.url, "create table kept (id int); insert into kept values (1), (2)");
  const before = server.pid();
  process.kill(before, "SIGKILL");
  await vi.waitFor(() => expect(server.pid()).not.toBe(before));
  expect(await query(server.url, "select id from kept order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});

test("pg_trgm finds words of all scripts, also in a database of an earlier version", async () => {
  const port = await freePort();
  const first = await start(home, port);
  const runs = "select show_trgm('привет') as cyrillic, show_trgm('第三十一課') as chinese";
  await query(first.url, "create extension pg_trgm");
  const [found] = await query<Record<string, string[]>>(first.url, runs);
  expect(found?.["cyrillic"]).toHaveLength(7);
  expect(found?.["chinese"]).toHaveLength(6);
  // Earlier versions used the cluster's default LC_CTYPE.
  await query(first.url, "update pg_database set datctype = 'C' where datname = 'kinora'");
  expect(await query(first.url, runs)).toEqual([{ cyrillic: [], chinese: [] }]);
  await first.stop();
  const second = await start(home, port);
  expect(await query(second.url, runs)).toEqual([found]);
});

test("a server left over from an earlier run is adopted, not started twice", async () => {
  const port = await freePort();
  const first = await start(join(home, "data"), port);
  first.release();
  const second = await start(join(home, "data"), port);
  expect(second.adopted).toBe(true);
  expect(second.pid()).toBe(first.pid());
  await second.stop();
  expect(findPostmaster(join(home, "data/postgres"))).toBeNull();
});

test("a server left over on another port is replaced", async () => {
  const first = await start(join(home, "data"), await freePort());
  await query(first.url, "create table kept (id int)");
  first.release();
  const second = await start(join(home, "data"), await freePort());
  expect(second.adopted).toBe(false);
  expect(await query(second.url, "select * from kept")).toEqual([]);
});

test("the password is required, and the server listens on loopback only", async () => {
  const port = await freePort();
  const server = await start(join(home, "data"), port);
  expect(await accepts(port, "wrong")).toBe(false);
  expect(await accepts(port, password)).toBe(true);
  const [row] = await query<{ listen_addresses: string; unix_socket_directories: string }>(
    server.url,
    "select current_setting('listen_addresses') as listen_addresses, current_setting('unix_socket_directories') as unix_socket_directories",
  );
  expect(row).toEqual({ listen_addresses: "127.0.0.1", unix_socket_directories: "" });
  expect(readFileSync(join(home, "data/postgres/pg_hba.conf"), "utf8")).not.toContain("trust");
});

test("the log does not contain failed statements, and is rotated at 10 MB while the server keeps writing", async () => {
  const server = await start(join(home, "data"), await freePort());
  const log = join(home, "data/logs/postgres.log");
  const failing = () => expect(query(server.url, `select 1 / 0 /* ${"x".repeat(2e6)} */`)).rejects.toThrow("zero");
  await failing();
  expect(readFileSync(log, "utf8")).toContain("division by zero");
  expect(statSync(log).size).toBeLessThan(100_000);
  for (let round = 1; round <= 7; round += 1) {
    appendFileSync(log, `round ${round} ${"x".repeat(10 * 1024 * 1024)}\n`);
    await vi.waitFor(() => expect(statSync(log).size).toBeLessThan(100_000));
    expect(readFileSync(`${log}.1`, "utf8")).toContain(`round ${round} `);
  }
  await failing();
  expect(readFileSync(log, "utf8")).toContain("division by zero");
  expect(readdirSync(join(home, "data/logs")).toSorted()).toEqual(
    ["", ".1", ".2", ".3", ".4", ".5"].map((end) => `postgres.log${end}`),
  );
});

test("an incomplete database of an interrupted start is created again", async () => {
  mkdirSync(join(home, "data/postgres.new/base"), { recursive: true });
  const server = await start(join(home, "data"), await freePort());
  expect(await query(server.url, "select current_database() as name")).toEqual([{ name: "kinora" }]);
});

test("the error for a port in use names it", async () => {
  const holder = createServer();
  const port = await new Promise<number>((done) =>
    holder.listen(0, "127.0.0.1", () => done((holder.address() as { port: number }).port)),
  );
  try {
    await expect(startEmbeddedPostgres({ dataDir: join(home, "data"), port, password })).rejects.toThrow(
      `Port ${port}, needed for the embedded PostgreSQL, is in use by another program.`,
    );
  } finally {
    holder.close();
  }
});

describe.runIf(isRoot)("started by root", () => {
  test("the server does not run as root", async () => {
    const server = await start(join(home, "data"), await freePort());
    expect(statSync(join(home, "data/postgres")).uid).toBe(65534);
    expect(readFileSync(`/proc/${server.pid()}/status`, "utf8")).toMatch(/^Uid:\s+65534/m);
  });

  test("a data folder that only root can enter works", async () => {
    chmodSync(home, 0o700);
    const server = await start(join(home, "data"), await freePort());
    expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
    await server.stop();
    const again = await start(join(home, "data"), await freePort());
    expect(await query(again.url, "select 1 as one")).toEqual([{ one: 1 }]);
  });

  test("without user namespaces, a folder only root can enter becomes traversable, not readable", () => {
    chmodSync(home, 0o700);
    const path = process.env["PATH"];
    process.env["PATH"] = "/nowhere";
    try {
      const { account } = chooseAccount(findBinaries(), home, join(home, "postgres"));
      expect(account).toEqual({ prefix: [], owner: { uid: 65534, gid: 65534 } });
      expect(statSync(home).mode & 0o777).toBe(0o711);
    } finally {
      process.env["PATH"] = path;
    }
  });

  test("a data folder in another user's private home works, as that user or as nobody", async () => {
    chownSync(home, 1234, 1234);
    chmodSync(home, 0o700);
    const server = await start(join(home, "data"), await freePort());
    const uid = hasNamespaces ? 1234 : 65534;
    expect(readFileSync(`/proc/${server.pid()}/status`, "utf8")).toMatch(new RegExp(`^Uid:\\s+${uid}`, "m"));
  });

  test("without user namespaces, a data folder in root's private home works repeatedly", async () => {
    const closed = join(home, "root/kinora");
    mkdirSync(closed, { recursive: true });
    chmodSync(join(home, "root"), 0o700);
    const path = process.env["PATH"];
    // The usual programs except unshare.
    const programs = join(home, "programs");
    mkdirSync(programs);
    for (const name of ["setpriv", "getent"])
      symlinkSync(execFileSync("which", [name], { encoding: "utf8" }).trim(), join(programs, name));
    process.env["PATH"] = programs;
    try {
      for (let round = 0; round < 2; round += 1) {
        const server = await start(join(closed, "data"), await freePort());
        expect(await query(server.url, "select 1 as one")).toEqual([{ one: 1 }]);
        expect(readFileSync(`/proc/${server.pid()}/status`, "utf8")).toMatch(/^Uid:\s+65534/m);
        await server.stop();
      }
    } finally {
      process.env["PATH"] = path;
    }
    expect(statSync(join(home, "root")).mode & 0o777).toBe(0o700);
  });

  test.each([
    ...(othersReadThis ? [{ who: "an ordinary person", uid: 65534 }] : []),
    ...(othersReadThis && hasNamespaces ? [{ who: "a container user without a name", uid: 1234 }] : []),
  ])("$who can run it too, and the next start adopts it", async ({ uid }) => {
    const port = await freePort();
    chownSync(home, uid, uid);
    const module = new URL("./embedded-postgres.ts", import.meta.url).href;
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
      const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(join(home, "data"))}, port: ${port}, password: ${JSON.stringify(password)} });
      console.log(server.pid());
      server.release();`;
    const output = execFileSync(
      "setpriv",
      [`--reuid=${uid}`, `--regid=${uid}`, "--clear-groups", process.execPath, "--input-type=module", "-e", script],
      {
        cwd: "/",
        encoding: "utf8",
      },
    );
    expect(readFileSync(`/proc/${output.trim()}/status`, "utf8")).toMatch(new RegExp(`^Uid:\\s+${uid}`, "m"));
    const adopted = await start(join(home, "data"), port);
    expect(adopted.adopted).toBe(true);
  });
});

test("a process id in postmaster.pid that another program reused is not mistaken for the server", async () => {
  const data = join(home, "data");
  const server = await start(data, await freePort());
  const lines = readFileSync(join(data, "postgres/postmaster.pid"), "utf8").split("\n");
  process.kill(server.pid(), "SIGKILL");
  server.release();
  const stranger = spawn("sleep", ["60"], { cwd: "/" });
  try {
    writeFileSync(join(data, "postgres/postmaster.pid"), [String(stranger.pid), ...lines.slice(1)].join("\n"));
    expect(findPostmaster(join(data, "postgres"))).toBeNull();
  } finally {
    stranger.kill();
  }
});
