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
// Many containers forbid them; what PostgreSQL then runs as is another account.
const hasNamespaces = spawnSync("unshare", ["--user", "true"]).status === 0;
// A clone in root's closed home is no other person's to run.
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

test("rows survive kill -9 of the server, which comes back by itself", async () => {
  const server = await start(join(home, "data"), await freePort());
  await query(server.url, "create table kept (id int); insert into kept values (1), (2)");
  const before = server.pid();
  process.kill(before, "SIGKILL");
  await vi.waitFor(() => expect(server.pid()).not.toBe(before));
  expect(await query(server.url, "select id from kept order by id")).toEqual([{ id: 1 }, { id: 2 }]);
});

test("a server left behind by an earlier run is taken over, not started twice", async () => {
  const port = await freePort();
  const first = await start(join(home, "data"), port);
  first.release();
  const second = await start(join(home, "data"), port);
  expect(second.adopted).toBe(true);
  expect(second.pid()).toBe(first.pid());
  await second.stop();
  expect(findPostmaster(join(home, "data/postgres"))).toBeNull();
});

test("a server left behind on another port makes room", async () => {
  const first = await start(join(home, "data"), await freePort());
  await query(first.url, "create table kept (id int)");
  first.release();
  const second = await start(join(home, "data"), await freePort());
  expect(second.adopted).toBe(false);
  expect(await query(second.url, "select * from kept")).toEqual([]);
});

test("nobody gets in without the password, and only loopback is listened on", async () => {
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

test("the log does not hold statements that fail, and is rotated at 10 MB while the server writes on", async () => {
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

test("a half-made database of a start that died is made anew", async () => {
  mkdirSync(join(home, "data/postgres.new/base"), { recursive: true });
  const server = await start(join(home, "data"), await freePort());
  expect(await query(server.url, "select current_database() as name")).toEqual([{ name: "kinora" }]);
});

test("a port that someone else holds is told in words", async () => {
  const holder = createServer();
  const port = await new Promise<number>((done) =>
    holder.listen(0, "127.0.0.1", () => done((holder.address() as { port: number }).port)),
  );
  try {
    await expect(startEmbeddedPostgres({ dataDir: join(home, "data"), port, password })).rejects.toThrow(
      `Port ${port}, wanted for the embedded PostgreSQL, is in use by another program.`,
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

  test("where user namespaces are not allowed, a folder only root can enter is made passable, not readable", () => {
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

  test("a data folder in another person's closed home works, as that person or as nobody", async () => {
    chownSync(home, 1234, 1234);
    chmodSync(home, 0o700);
    const server = await start(join(home, "data"), await freePort());
    const uid = hasNamespaces ? 1234 : 65534;
    expect(readFileSync(`/proc/${server.pid()}/status`, "utf8")).toMatch(new RegExp(`^Uid:\\s+${uid}`, "m"));
  });

  test("where user namespaces are not allowed, a closed home of root's is worked in again and again", async () => {
    const closed = join(home, "root/kinora");
    mkdirSync(closed, { recursive: true });
    chmodSync(join(home, "root"), 0o700);
    const path = process.env["PATH"];
    // Programs of everyday but unshare.
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
  ])("$who can run it too, and the next start takes it over", async ({ uid }) => {
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

test("a number in postmaster.pid that another program uses now is not taken for the server", async () => {
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
