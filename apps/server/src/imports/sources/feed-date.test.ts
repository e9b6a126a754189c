import { expect, onTestFinished, test } from "vitest";
import { feedDate } from "./feed-date.ts";

test.each([
  ["Tue, 03 Jun 2003 09:39:21 GMT", "2003-06-03T09:39:21.000Z"],
  ["Tue, 03 Jun 2003 09:39:21 EDT", "2003-06-03T13:39:21.000Z"],
  ["Tue, 3 Jun 03 09:39 +0200", "2003-06-03T07:39:00.000Z"],
  ["Tue, 03 Jun 2003 09:39:21 +02:00", "2003-06-03T07:39:21.000Z"],
  ["Tue, 03 Jun 2003 09:39:21 CEST", "2003-06-03T07:39:21.000Z"],
  ["Tue, 03 Jun 2003 09:39:21 BST", "2003-06-03T08:39:21.000Z"],
  ["Tue, 03 Jun 2003 09:39:21 JST", "2003-06-03T00:39:21.000Z"],
  ["Di, 03 Juni 2003 09:39:21 +0200", "2003-06-03T07:39:21.000Z"],
  ["Mi, 01 Okt 2003 09:39:21 CEST", "2003-10-01T07:39:21.000Z"],
  ["ven., 01 ao\u00fbt 2003 09:39:21 +0000", "2003-08-01T09:39:21.000Z"],
  ["mar., 03 juin 2003 09:39:21 +0200", "2003-06-03T07:39:21.000Z"],
  ["jeu., 03 juillet 2003 09:39:21 +0200", "2003-07-03T07:39:21.000Z"],
  ["vie, 01 ago 2003 09:39:21 -0300", "2003-08-01T12:39:21.000Z"],
  ["Mon, 01 Dez 2003 09:39:21 GMT", "2003-12-01T09:39:21.000Z"],
  ["2003-06-03T09:39:21Z", "2003-06-03T09:39:21.000Z"],
  ["2003-06-03T09:39:21.5+02:00", "2003-06-03T07:39:21.500Z"],
  ["2003-06-03", "2003-06-03T00:00:00.000Z"],
])("%s is %s", (text, moment) => {
  expect(feedDate(text)).toBe(moment);
});

test.each(["2003-06-03 09:39:21", "2003-06-03T09:39:21", "Tue, 03 Jun 2003 09:39:21", "Tue, 03 Jun 2003"])(
  "%s, without a zone, is in UTC wherever the server is",
  (text) => {
    const zone = process.env["TZ"];
    process.env["TZ"] = "Asia/Tokyo";
    onTestFinished(async () => {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    });
    expect(feedDate(text)).toBe(`2003-06-03T${text.includes(":") ? "09:39:21" : "00:00:00"}.000Z`);
  },
);

test.each(["", "yesterday", "Tue, 03 Foo 2003 09:39:21 GMT", "Tue, 03 Jun 2003 25:99:21 GMT", "99999-99-99"])(
  "%j is no date",
  (text) => {
    expect(feedDate(text)).toBeNull();
  },
);
