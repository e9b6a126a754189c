import { WEBHOOK_EVENT_TYPES, WEBHOOK_EVENTS, type WebhookEvent } from "@kinora/domain/webhooks/events.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { eventBody, sampleBody, webhookDocument } from "./event-bodies.ts";
import { SAMPLE_OBJECTS } from "./event-objects.ts";

test.each(WEBHOOK_EVENT_TYPES)("the example of %s fits its schema", (type) => {
  expect(eventBody(type).parse(sampleBody(type))).toEqual(sampleBody(type));
});

test.each(WEBHOOK_EVENT_TYPES)("the schema of %s names every field of its example", (type) => {
  const named = Object.keys(eventBody(type).shape.data.shape);
  expect(Object.keys(sampleBody(type).data).filter((field) => !named.includes(field))).toEqual([]);
});

interface Described {
  post: {
    summary: string;
    description?: string;
    requestBody: { content: { "application/json": { schema: z.core.JSONSchema.BaseSchema } } };
  };
}
const document = webhookDocument() as Record<string, Described>;
const schemaOf = ({ post }: Described) => post.requestBody.content["application/json"].schema;
const typesOf = (described: Described): string[] => {
  const type = schemaOf(described).allOf?.[1]?.properties?.["type"];
  if (typeof type !== "object") return [];
  return (type.const === undefined ? (type.enum ?? []) : [type.const]).map(String);
};

test("every type is described once, with what it says and with a schema whose fields have examples", () => {
  expect(Object.values(document).flatMap(typesOf).toSorted()).toEqual(WEBHOOK_EVENT_TYPES.toSorted());
  for (const described of Object.values(document))
    for (const type of typesOf(described))
      expect(`${described.post.summary}\n${described.post.description ?? ""}`).toContain(
        WEBHOOK_EVENTS[type as WebhookEvent],
      );
  expect(document["video"] && schemaOf(document["video"])).toMatchObject({
    allOf: [
      { title: "ProjectMessage", properties: { id: { examples: [sampleBody("video.ready").id] } } },
      {
        properties: {
          type: { enum: expect.arrayContaining(["video.created", "video.ready"]) },
          data: {
            properties: {
              video_id: { examples: [12] },
              video: { anyOf: [{ examples: [SAMPLE_OBJECTS.video] }, { type: "null" }] },
            },
          },
        },
      },
    ],
  });
});

test.each(WEBHOOK_EVENT_TYPES)("the schema that describes %s takes its example", (type) => {
  const described = Object.values(document).find((one) => typesOf(one).includes(type));
  const whole = z.fromJSONSchema(described?.post.requestBody.content["application/json"].schema ?? false);
  expect(whole.safeParse(sampleBody(type)).error).toBeUndefined();
});
