import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { localBinary, root } from "./paths.mjs";

/** The environment with the project's own tools (and its Node) first in PATH. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: `${localBinary("")}${delimiter}${process.env.PATH ?? ""}`, ...extra };
}

/**
 * Runs a program in the project's folder with this terminal, passes signals on, and answers its exit code.
 * With `channel` the program notices when this process is gone, even after `kill -9`. With `minutes` it is ended, with all that
 * it started, when it takes longer: a process that loops notices neither a signal nor a closed channel.
 */
export function execute(file, args, { channel = false, env = {}, minutes = null } = {}) {
  return new Promise((done) => {
    const stdio = ["inherit", "inherit", "inherit", ...(channel ? ["ipc"] : [])];
    const child = spawn(file, args, { cwd: root, stdio, env: toolEnvironment(env), detached: minutes !== null });
    if (minutes !== null) endAfter(child, file, minutes);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", (problem) => {
      console.error(`${file} could not be started: ${problem.message}`);
      done(1);
    });
    child.on("exit", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

function endAfter(child, file, minutes) {
  const timer = setTimeout(() => {
    console.error(`${file} took longer than ${minutes} minutes and was ended.`);
    process.kill(-child.pid, "SIGKILL");
  }, minutes * 60_000);
  child.on("exit", () => clearTimeout(timer));
  child.on("error", () => clearTimeout(timer));
}

/** Runs a program quietly; answers its exit code and everything it said. */
export function capture(file, args, { cwd = root, env = {} } = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd, stdio: ["ignore", "pipe", "pipe"], env: toolEnvironment(env) });
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    child.on("error", (problem) => done({ code: 127, output: problem.message }));
    child.on("close", (code) => done({ code: code ?? 1, output }));
  });
}
