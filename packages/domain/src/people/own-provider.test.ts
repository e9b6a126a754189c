import { expect, test } from "vitest";
import { isMailDomain, mailDomain, providerRefusal } from "./own-provider.ts";

test.each([
  ["ada@Example.COM", "example.com"],
  ["a@b@example.com", ""],
  ["@example.com", ""],
  ["nobody", ""],
])("the mail domain of %s is %s", (email, domain) => {
  expect(mailDomain(email)).toBe(domain);
});

test.each([
  ["example.com", true],
  ["mail.example.co.uk", true],
  ["xn--bcher-kva.example", true],
  ["localhost", false],
  ["192.0.2.1", false],
  ["Example.com", false],
  ["-a.example", false],
  ["a..example", false],
  ["example.com.", false],
  ["*.example.com", false],
  ["a b.example", false],
  [`${"a".repeat(64)}.example`, false],
])("%s as a mail domain: %s", (text, is) => {
  expect(isMailDomain(text)).toBe(is);
});

test("only refusals that exist have a sentence", () => {
  expect(providerRefusal("blocked")).toContain("blocked");
  for (const name of ["toString", "__proto__", "", null]) expect(providerRefusal(name)).toBeNull();
});
