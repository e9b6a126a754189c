import { spawn } from "node:child_process";
import { realpathSync } from "node:fs";
import { delimiter } from "node:path";
import { localBinary, root } from "./paths.mjs";
import { patient } from "./patience.mjs";

/** The environment with the project's own tools (and its Node) first in PATH. */
export function toolEnvironment(extra = {}) {
  return { ...process.env, PATH: `${localBinary("")}${delimiter}${process.env.PATH ?? ""}`, ...extra };
}

/**
 * Replaces this process by a program, in the project's folder (execve(2)): no process waits for it. It returns where Node does not
 * know how, before 22.15 and on Windows.
 */
export function become(file, args, { env = {} } = {}) {
  if (!process.execve) return;
  // Node warns that this may still change, which operators can do nothing about.
  process.removeAllListeners("warning");
  process.chdir(root);
  process.execve(realpathSync(file), [file, ...args], toolEnvironment(env));
}

/**
 * Runs a program in the project's folder with this terminal, passes signals on, and answers its exit code.
 * With `channel` the program notices when this process is gone, even after `kill -9`. With `minutes` it is ended, with all that
 * it started, when it takes longer: a process that loops notices neither a signal nor a closed channel. With `isBeside` it takes
 * what others leave of the processors, and what it prints is shown in one piece when it ends.
 */
export function execute(file, args, { channel = false, env = {}, minutes = null, isBeside = false } = {}) {
  return new Promise((done) => {
    const output = isBeside ? "pipe" : "inherit";
    const stdio = ["inherit", output, output, ...(channel ? ["ipc"] : [])];
    const command = [...(isBeside ? ["nice", "-n", "15"] : []), file, ...args];
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      stdio,
      env: toolEnvironment(env),
      detached: minutes !== null,
    });
    if (minutes !== null) endAfter(child, file, minutes);
    if (isBeside) showAtEnd(child);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
    child.on("error", (problem) => {
      console.error(`${file} could not be started: ${problem.message}`);
      done(1);
    });
    child.on("exit", (code, signal) => done(code ?? (signal === "SIGINT" ? 130 : 1)));
  });
}

function showAtEnd(child) {
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => output.push(chunk));
  child.on("close", () => process.stdout.write(Buffer.concat(output)));
}

function endAfter(child, file, minutes) {
  const timer = setTimeout(
    () => {
      console.error(`${file} took longer than ${minutes} minutes and was ended.`);
      process.kill(-child.pid, "SIGKILL");
    },
    patient(minutes * 60_000),
  );
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
