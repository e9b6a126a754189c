import { ORPCError } from "@orpc/client";
import { beforeAll, expect, test } from "vitest";
import { reasonOf, refusalFromBody } from "../../platform/problem.ts";
import { renderPart } from "../../testing/render-page.tsx";

// The texts come with whatever is shown.
beforeAll(() => renderPart(null));

test("a part of a page that could not be shown says why: the server's words, no answer, or nothing better", () => {
  expect(
    reasonOf(refusalFromBody({ message: "This filter takes too long to answer.", code: "unavailable" }, 503)),
  ).toBe("This filter takes too long to answer.");
  expect(reasonOf(new TypeError("Failed to fetch"))).toBe(
    "You're offline or server is not responding. Check your connection and retry.",
  );
  expect(reasonOf(refusalFromBody({}, 502))).toBe("This page couldn't be shown.");
  expect(reasonOf(new ORPCError("X", { message: "", data: { wordless: true } }))).toBe("This page couldn't be shown.");
});
