import type { lookup, LookupAddress } from "node:dns";
import { createServer, connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { privateAddresses } from "../../testing/private-addresses.ts";
import { ClosedAddress, isPublicAddress, publicLookup, resolvePublic } from "./public-address.ts";

test("addresses of the public internet are public", () => {
  for (const address of ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
    expect(isPublicAddress(address)).toBe(true);
});

test("no spelling of a private address is resolved", async () => {
  for (const address of privateAddresses) {
    const host = /^https?:\/\/(\[[^\]]*\]|[^/:]*)/.exec(address)?.[1] ?? "";
    await expect(resolvePublic(host, false), host).rejects.toThrow();
  }
});

test("an operator may allow them", async () => {
  expect(await resolvePublic("127.0.0.1", true)).toBe("127.0.0.1");
});

/** A name server that answers each question with the next of `answers`, and the last from then on. */
const nameServer = (...answers: string[][]) =>
  ((_name: string, _options: object, done: (error: null, found: LookupAddress[]) => void) => {
    const addresses = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;

/** What a connection to a name ends with, where `resolve` answers for it and a server listens on this machine. */
async function connected(resolve: typeof lookup, allowPrivate = false): Promise<unknown> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const host = "media.example";
  try {
    return await new Promise((done) => {
      const socket = connect({ host, port, lookup: publicLookup(host, allowPrivate, resolve) });
      socket.once("connect", () => done("connected")).once("error", done);
    });
  } finally {
    server.close();
  }
}

test.each([
  ["127.0.0.1"],
  ["::ffff:127.0.0.1"],
  ["::ffff:7f00:1"],
  ["64:ff9b::7f00:1"],
  ["169.254.169.254"],
  ["fd00::1"],
  ["93.184.216.34", "127.0.0.1"],
])("a name that leads to %s is not connected to", async (...addresses) => {
  expect(await connected(nameServer(addresses))).toBeInstanceOf(ClosedAddress);
  await expect(
    new Promise((done, fail) =>
      publicLookup("media.example", false, nameServer(addresses))("media.example", {}, (error, address) =>
        error ? fail(error) : done(address),
      ),
    ),
  ).rejects.toBeInstanceOf(ClosedAddress);
});

test("a name that was public when it was checked is checked again as it is connected to", async () => {
  const rebound = nameServer(["93.184.216.34"], ["127.0.0.1"]);
  const first = await new Promise((done) =>
    publicLookup("media.example", false, rebound)("media.example", {}, (_error, address) => done(address)),
  );
  expect(first).toBe("93.184.216.34");
  expect(await connected(rebound)).toBeInstanceOf(ClosedAddress);
});

test("no spelling of a private IP address gets a lookup at all, since none would be asked", () => {
  const hosts = privateAddresses.map((address) => new URL(address).hostname).filter((host) => host !== "localhost");
  for (const host of hosts) expect(() => publicLookup(host, false), host).toThrow(ClosedAddress);
});

test("an operator may allow connections to this machine", async () => {
  expect(await connected(nameServer(["127.0.0.1"]), true)).toBe("connected");
});
