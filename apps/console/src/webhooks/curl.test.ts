import { expect, test } from "vitest";
import { curlOf, inLines } from "./curl.ts";

test("a request becomes a command that a shell takes as it is", () => {
  const headers = { "content-type": "application/json", "accept-encoding": "identity", "webhook-id": "msg_1" };
  expect(curlOf({ url: "https://example.com/?a=1&b=2", request_headers: headers }, `{"title":"It's"}`)).toBe(
    [
      "curl -X POST 'https://example.com/?a=1&b=2'",
      "  -H 'content-type: application/json'",
      "  -H 'webhook-id: msg_1'",
      String.raw`  --data-raw '{"title":"It'\''s"}'`,
    ].join(" \\\n"),
  );
});

test("JSON is shown in lines, other texts as they are", () => {
  expect(inLines('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(inLines("<html>")).toBe("<html>");
});
