import { expect, test } from "vitest";
import { readTurn } from "./turn.ts";

const SECRET = "a-secret-of-the-relay";

test("relays are several addresses with one secret, and none unless they are set", () => {
  expect(readTurn({})).toBeNull();
  const text = "turn:turn.example.com:3478, turns:turn.example.com:443?transport=tcp,stun:[2001:db8::7]";
  expect(readTurn({ KINORA_TURN_URL: text, KINORA_TURN_SECRET: SECRET })).toEqual({
    urls: ["turn:turn.example.com:3478", "turns:turn.example.com:443?transport=tcp", "stun:[2001:db8::7]"],
    secret: SECRET,
  });
  expect(readTurn({ KINORA_TURN_URL: "stun:stun.example.com" })).toEqual({
    urls: ["stun:stun.example.com"],
    secret: "",
  });
});

test.each([
  [
    "another kind of address",
    { KINORA_TURN_URL: "https://turn.example.com", KINORA_TURN_SECRET: SECRET },
    /KINORA_TURN_URL must be/,
  ],
  ["an address with a quote", { KINORA_TURN_URL: 'turn:a"b', KINORA_TURN_SECRET: SECRET }, /KINORA_TURN_URL must be/],
  ["a relay without a secret", { KINORA_TURN_URL: "turn:turn.example.com" }, /KINORA_TURN_SECRET must be/],
  ["a secret without a relay", { KINORA_TURN_SECRET: SECRET }, /needs the address of a relay/],
])("%s is refused", (_what, env, sentence) => {
  expect(() => readTurn(env)).toThrow(sentence);
});
