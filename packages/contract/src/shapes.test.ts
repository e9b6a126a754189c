import { expect, test } from "vitest";
import { listStreams } from "./live/streams.ts";
import { email } from "./people/users.ts";
import { line } from "./shapes.ts";

test("names are composed, so that two that look the same are the same", () => {
  expect(line("Name", 4).parse(" Cafe\u0301 ")).toBe("Caf\u00e9");
});

test("words that are searched are composed as names are", () => {
  const { inputSchema } = listStreams["~orpc"];
  expect(inputSchema?.["~standard"].validate({ project_id: 1, search: "U\u0308" })).toMatchObject({
    value: { search: "\u00dc" },
  });
});

test("an address at an international domain is taken as mail servers know it", () => {
  expect(email.parse("Ada@M\u00fcller.example")).toBe("ada@xn--mller-kva.example");
  expect(email.safeParse("ada@m\u00fcller").success).toBe(false);
});
