import { expect, test } from "vitest";
import { isReadable, nextStep, type StoppedTransfer } from "./transfer-failure.ts";

const lost: StoppedTransfer = { status: 0, code: null, retryAfterSeconds: null, online: true, isReadable: true };

test.each([
  ["a server that does not answer is waited for", lost, { kind: "wait", seconds: 20 }],
  ["a gateway without its server too", { ...lost, status: 502 }, { kind: "wait", seconds: 20 }],
  ["as long as the server says", { ...lost, status: 503, retryAfterSeconds: 90 }, { kind: "wait", seconds: 90 }],
  ["maintenance is waited for", { ...lost, status: 503, code: "maintenance" }, { kind: "wait", seconds: 30 }],
  ["without a network the transfer stops until there is one", { ...lost, online: false }, { kind: "fail" }],
  ["a refusal is final", { ...lost, status: 422 }, { kind: "fail" }],
  ["a full disk is reported", { ...lost, status: 507 }, { kind: "fail" }],
  ["a file that changed is not waited for", { ...lost, isReadable: false }, { kind: "changed" }],
] as const)("%s", (_name, stopped, step) => expect(nextStep(stopped)).toEqual(step));

test("a file that changed after it was chosen cannot be read", async () => {
  const changed = new Blob(["whole"]);
  changed.slice = () => {
    const part = new Blob();
    part.arrayBuffer = () => Promise.reject(new DOMException("changed", "NotReadableError"));
    return part;
  };
  expect(await isReadable(changed)).toBe(false);
  expect(await isReadable(new Blob(["whole"]))).toBe(true);
});
