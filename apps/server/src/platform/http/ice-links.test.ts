import { createHmac } from "node:crypto";
import { readIceServers } from "@kinora/domain/live/ice-servers.ts";
import { expect, test } from "vitest";
import { iceLinks } from "./ice-links.ts";

test("a client gets passwords of a day for relays, and none for servers that tell its address", () => {
  const secret = "a-secret-of-the-relay";
  const { link = null } = iceLinks(
    { urls: ["stun:a.example", "turn:a.example:3478"], secret },
    new Date("2030-03-01Z"),
  );
  const username = `${Date.parse("2030-03-02Z") / 1_000}:kinora`;
  // "TURN REST API" of coturn: base64(hmac(secret, username)).
  const credential = createHmac("sha1", secret).update(username).digest("base64");
  expect(readIceServers(link)).toEqual([
    { urls: "stun:a.example" },
    { urls: "turn:a.example:3478", username, credential },
  ]);
});

test("without relays there is no header", () => {
  expect(iceLinks(null, new Date())).toEqual({});
});
