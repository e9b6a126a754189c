import { expect, test } from "vitest";
import { privateAddresses } from "../testing/private-addresses.ts";
import { isPublicAddress, resolvePublic } from "./public-address.ts";

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
