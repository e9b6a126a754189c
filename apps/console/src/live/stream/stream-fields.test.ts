import { expect, test } from "vitest";
import { NEW_STREAM, settingsOf, streamErrors } from "./stream-fields.ts";

const words = {
  nameEmpty: "Name can not be empty.",
  numberWrong: ({ min, max }: { min: number; max: number }) => `${min} to ${max}`,
};

test("a name is all a new livestream needs", () => {
  expect(streamErrors(NEW_STREAM, words)).toEqual({ name: "Name can not be empty." });
  expect(streamErrors({ ...NEW_STREAM, name: "Harbour" }, words)).toEqual({});
  expect(settingsOf({ ...NEW_STREAM, name: " Harbour " })).toMatchObject({
    name: "Harbour",
    category_id: null,
    dvr_minutes: 0,
    reconnect_seconds: 60,
  });
});

test.each(["", "-1", "241", "1.5", "soon"])("a DVR window of %j is refused before it is sent", (typed) => {
  expect(streamErrors({ ...NEW_STREAM, name: "Harbour", dvr_minutes: typed }, words)).toEqual({
    dvr_minutes: "0 to 240",
  });
});

test("the same settings written otherwise are no change", () => {
  const fields = { ...NEW_STREAM, name: "Harbour", dvr_minutes: "30" };
  expect(settingsOf({ ...fields, dvr_minutes: "030" })).toEqual(settingsOf(fields));
  expect(settingsOf({ ...fields, record: true })).not.toEqual(settingsOf(fields));
});
