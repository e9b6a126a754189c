import { expect, test } from "vitest";
import { asciiMailAddress, parseMailAddress, typedMailAddress } from "./mail-address.ts";

test.each([
  ["anna@example.com", { local: "anna", domain: "example.com" }],
  ["Anna.B+c@Example.COM", { local: "Anna.B+c", domain: "example.com" }],
  ["o'neill@example.com", { local: "o'neill", domain: "example.com" }],
  ["z@evil.example@proved.example", null],
  ['"z@evil.example"@proved.example', null],
  ["z@evil.example,a@proved.example", null],
  ["<z@evil.example> a@proved.example", null],
  ["@example.com", null],
  ["anna@", null],
  ["anna", null],
  ["", null],
  ["an na@example.com", null],
  ["anna@example.com\r\nBcc: all", null],
  [`${"a".repeat(65)}@example.com`, null],
  [`a@${"b".repeat(253)}`, null],
])("%j is read as %j", (text, address) => {
  expect(parseMailAddress(text)).toEqual(address);
});

test.each([
  ["ada@m\u00fcller.example", "ada@xn--mller-kva.example"],
  ["ada@mu\u0308ller.example", "ada@xn--mller-kva.example"],
  ["ada@M\u00dcLLER.example", "ada@xn--mller-kva.example"],
  ["ada@\u4f8b\u3048.jp", "ada@xn--r8jz45g.jp"],
  ["ada@stra\u00dfe.example", "ada@xn--strae-oqa.example"],
  ["Ada@Example.com", "Ada@Example.com"],
  ["m\u00fcller@example.com", "m\u00fcller@example.com"],
  ["ada@m\u00fcller.example/path", "ada@m\u00fcller.example/path"],
  ["@m\u00fcller.example", "@m\u00fcller.example"],
  ["m\u00fcller", "m\u00fcller"],
])("%s is sent to %s", (typed, sent) => expect(asciiMailAddress(typed)).toBe(sent));

test.each([
  ["\u202aada@example.com\u202c", "ada@example.com"],
  ["ada\u200b@exam\u00adple.com\ufeff", "ada@example.com"],
  ["ada@example.com.", "ada@example.com"],
  ["\uff41\uff44\uff41\uff20\uff45\uff58\uff0e\uff43\uff4f\uff4d", "ada@ex.com"],
  ["\u200b.", "\u200b."],
  ["ada@m\u00fcller.example", "ada@xn--mller-kva.example"],
])("%j is typed for %s", (typed, meant) => expect(typedMailAddress(typed)).toBe(meant));

test("what nobody sees in an address of another system is not left out", () => {
  expect(asciiMailAddress("ada\u200b@example.com")).toBe("ada\u200b@example.com");
});

test("a text of many dots is no address, at once", () => {
  const began = performance.now();
  const dots = `ada@example.com${".".repeat(500_000)}!`;
  expect(typedMailAddress(dots)).toBe(dots);
  expect(performance.now() - began).toBeLessThan(1_000);
});
