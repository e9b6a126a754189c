import { randomUUID } from "node:crypto";
import { eventBody } from "@kinora/contract/webhooks/event-bodies.ts";
import { insertRow, updateRows } from "@kinora/db/testing-rows.ts";
import { isAccountEvent, nounOf, SUBSCRIBED_EVENTS, type WebhookEvent } from "@kinora/domain/webhooks/events.ts";
import { expect, test } from "vitest";
import { aProject } from "../platform/testing.ts";
import { someThings } from "../testing/access-things.ts";
import { sharedServices } from "../testing/fixtures.ts";
import { bodyOf, type Message } from "./body.ts";

const services = await sharedServices();
const things = await someThings(services, await aProject(services));

/** The ids that an event of a noun names. */
const payloadOf = (noun: string): Record<string, number> =>
  ({
    video: { video_id: things.video },
    rendition: { video_id: things.video, rendition_id: things.rendition },
    upload: { video_id: things.video },
    captions: { video_id: things.video },
    audio_track: { video_id: things.video },
    import: { import_id: things.importJob },
    stream: { stream_id: things.stream },
    recording: { stream_id: things.stream, recording_id: things.recording },
    restream: { stream_id: things.stream, restream_id: things.restream },
    playlist: { playlist_id: things.playlist },
    player: { player_id: things.player },
    category: { category_id: things.category },
    tag: { tag_id: things.tag },
    restriction: { restriction_id: things.restriction },
    playback: { video_id: things.video, restriction_id: things.restriction },
    project: { project_id: things.project },
    usage: { project_id: things.project },
    user: { user_id: things.member },
    api_key: { api_key_id: things.apiKey },
    signing_key: { signing_key_id: things.signingKey },
    webhook: { webhook_id: things.webhook },
    invoice: { account_id: things.account, invoice_id: things.invoice },
    account: { account_id: things.account },
  })[noun] ?? {};

/** What the data of a type says besides ids. */
const DETAILS: { readonly [Type in WebhookEvent]?: object } = {
  "upload.failed": { code: "stalled" },
  "captions.ready": { captions_id: things.captions },
  "captions.failed": { code: "speech_unavailable" },
  "audio_track.ready": { audio_track_id: things.audioTrack },
  "audio_track.failed": { audio_track_id: things.audioTrack, code: "corrupt_file" },
  "restream.error": { reason: "The server cannot be reached: ECONNREFUSED." },
  "playback.denied": { reason: "referrer_missing" },
  "usage.threshold": { meter: "storage", bytes: 2e9, threshold_bytes: 1e9 },
  "invoice.credited": { credit_note_id: 9 },
  "invoice.voided": { credit_note_id: 9 },
  "account.usage_threshold": { meter: "traffic", month: "2030-03", percent: 80 },
};

const aMessage = async (type: string, payload: Record<string, unknown>, accountId = things.account) => {
  const place = isAccountEvent(type) ? { account_id: accountId } : { project_id: things.project };
  const row = { id: `msg_${randomUUID()}`, ...place, type, change: "changed" };
  return insertRow(services, "webhook_messages", { ...row, payload: JSON.stringify(payload) });
};

const textOf = (message: Message) => bodyOf(services.db, message, services.clock.now());

test.each(SUBSCRIBED_EVENTS)("the body of %s is what its schema says", async (type) => {
  const named = type === "user.invited" ? { invitation_id: things.invitation } : payloadOf(nounOf(type));
  const payload = { ...named, ...DETAILS[type] };
  const body: unknown = JSON.parse(await textOf(await aMessage(type, payload)));
  expect(eventBody(type).parse(body)).toEqual(body);
  expect(body).toMatchObject({ type, data: payload });
  // The object is there, not null.
  expect(Object.values((body as { data: object }).data).some((value) => typeof value === "object" && value)).toBe(true);
});

test("a body stays as it was first made, also when its object changes", async () => {
  const message = await aMessage("video.updated", { video_id: things.video });
  const first = await textOf(message);
  await updateRows(services, "videos", { id: things.video }, { title: "Another title" });
  expect(await textOf(message)).toBe(first);
});

test("objects of another project are not shown", async () => {
  const other = await someThings(services, await aProject(services));
  const message = await aMessage("video.updated", { video_id: other.video });
  expect(JSON.parse(await textOf(message))).toMatchObject({ data: { video: null } });
});

test("a refused livestream is shown as one, and a rendition of another project is not shown", async () => {
  const refused = { stream_id: things.stream, restriction_id: things.restriction, reason: "country_blocked" };
  const { data } = JSON.parse(await textOf(await aMessage("playback.denied", refused)));
  expect(data).toMatchObject({ ...refused, stream: { id: things.stream } });
  expect(data).not.toHaveProperty("video");
  const other = await someThings(services, await aProject(services));
  const foreign = { video_id: things.video, rendition_id: other.rendition };
  expect(JSON.parse(await textOf(await aMessage("rendition.ready", foreign)))).toMatchObject({
    data: { video: { id: things.video }, rendition: null },
  });
});

test("an invoice shows its number, its state and its days, and nothing of another account's", async () => {
  const named = { account_id: things.account, invoice_id: things.invoice };
  const body: unknown = JSON.parse(await textOf(await aMessage("invoice.created", named)));
  expect((body as { data: unknown }).data).toEqual({
    ...{ change: "changed", ...named },
    invoice: {
      ...{ id: things.invoice, number: expect.any(String), state: expect.any(String) },
      ...{ issued_on: expect.any(String), due_on: expect.any(String) },
    },
  });
  const other = await someThings(services, await aProject(services));
  const foreign = await aMessage("invoice.created", named, other.account);
  expect(JSON.parse(await textOf(foreign))).toMatchObject({ project_id: null, data: { invoice: null } });
});
