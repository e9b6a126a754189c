import { WEBHOOK_EVENT_TYPES } from "@kinora/domain/webhooks/events.ts";
import { expect, test } from "vitest";
import { eventBody, sampleBody, webhookDocument } from "./event-bodies.ts";
import { SAMPLE_OBJECTS } from "./event-objects.ts";

test.each(WEBHOOK_EVENT_TYPES)("the example of %s fits its schema", (type) => {
  expect(eventBody(type).parse(sampleBody(type))).toEqual(sampleBody(type));
});

test.each(WEBHOOK_EVENT_TYPES)("the schema of %s names every field of its example", (type) => {
  const named = Object.keys(eventBody(type).shape.data.shape);
  expect(Object.keys(sampleBody(type).data).filter((field) => !named.includes(field))).toEqual([]);
});

test("every type is described with a schema whose fields have examples", () => {
  const document = webhookDocument();
  expect(Object.keys(document)).toEqual(WEBHOOK_EVENT_TYPES);
  expect(document["video.ready"]).toMatchObject({
    post: {
      requestBody: {
        content: {
          "application/json": {
            schema: {
              allOf: [
                { title: "ProjectMessage", properties: { id: { examples: [sampleBody("video.ready").id] } } },
                {
                  properties: {
                    type: { const: "video.ready" },
                    data: {
                      properties: {
                        video_id: { examples: [12] },
                        video: { anyOf: [{ examples: [SAMPLE_OBJECTS.video] }, { type: "null" }] },
                      },
                    },
                  },
                },
              ],
            },
          },
        },
      },
    },
  });
});
