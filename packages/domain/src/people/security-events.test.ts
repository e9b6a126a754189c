import { expect, test } from "vitest";
import { isShownValue, SECURITY_EVENTS, securityActor } from "./security-events.ts";

test.each([
  [{ kind: "user", userId: 7 }, "person"],
  [{ kind: "user", userId: 8 }, "superuser"],
  [{ kind: "operator", userId: null }, "operator"],
  [{ kind: null, userId: null }, "operator"],
] as const)("an event of person 7 with the actor %o is by the %s", (actor, by) => {
  expect(securityActor(actor, 7)).toBe(by);
});

test("a person sees names and addresses of an event, and not why they were blocked", () => {
  expect(["email", "name", "issuer", "reason", "status"].filter(isShownValue)).toEqual(["email", "name", "issuer"]);
});

test("every event is about how a person signs in, with a sentence", () => {
  expect(Object.keys(SECURITY_EVENTS)).not.toContain("user.set_role");
  for (const sentence of Object.values(SECURITY_EVENTS)) expect(sentence).toMatch(/^[A-Z].*\.$/);
});
