import { expect, test } from "vitest";
import { parseMailAddress } from "./mail-address.ts";

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
