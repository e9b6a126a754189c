import { WEBHOOK_EVENT_TYPES } from "@kinora/domain/webhooks/events.ts";
import { expect, test } from "vitest";
import { eventBody, sampleBody, webhookDocument } from "./event-bodies.ts";

test.each(WEBHOOK_EVENT_TYPES)("the example of %s fits its schema", (type) => {
  expect(eventBody(type).parse(sampleBody(type))).toEqual(sampleBody(type));
});

test("every type is described with a schema and an example", () => {
  const document = webhookDocument();
  expect(Object.keys(document)).toEqual(WEBHOOK_EVENT_TYPES);
  expect(document["video.ready"]).toMatchObject({
    post: {
      requestBody: {
        content: {
          "application/json": {
            schema: { allOf: [{ title: "ProjectMessage" }, { properties: { type: { const: "video.ready" } } }] },
            example: { data: { video_id: 12 } },
          },
        },
      },
    },
  });
});
