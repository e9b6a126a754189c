import { expect, test } from "vitest";
import { iceServerLinks, readIceServers } from "./ice-servers.ts";

const servers = [
  { urls: "stun:stun.example.net" },
  { urls: "turn:turn.example.net?transport=udp", username: "user", credential: "myPassword" },
];

test("ICE servers are links as RFC 9725 §4.6 has them, and read from them", () => {
  expect(iceServerLinks(servers)).toBe(
    '<stun:stun.example.net>; rel="ice-server", <turn:turn.example.net?transport=udp>; rel="ice-server"; username="user"; credential="myPassword"; credential-type="password"',
  );
  expect(readIceServers(iceServerLinks(servers))).toEqual(servers);
});

test.each([
  ["no header", null, []],
  ["another link", '</next>; rel="next", <stun:a.example>; rel="ice-server"', [{ urls: "stun:a.example" }]],
  ["an address of another kind", '<https://a.example>; rel="ice-server"', []],
  ["a name without a password", '<turn:a.example>; rel="ice-server"; username="u"', [{ urls: "turn:a.example" }]],
])("of %s the ICE servers are read", (_what, link, found) => {
  expect(readIceServers(link)).toEqual(found);
});
