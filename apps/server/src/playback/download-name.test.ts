import { expect, test } from "vitest";
import { attachment } from "./download-name.ts";

const names = (name: string) => {
  const [, plain, exact] =
    /^attachment; filename="([A-Za-z0-9 ._-]+)"; filename\*=UTF-8''([A-Za-z0-9%!#$&+.^_`|~-]+)$/.exec(
      attachment(name),
    ) ?? [];
  return [plain, exact && decodeURIComponent(exact)];
};

test.each([
  ["A film 720p.mp4", "A film 720p.mp4", "A film 720p.mp4"],
  ["Über Häfen (2).mp4", "Uber Hafen _2_.mp4", "Über Häfen (2).mp4"],
  ["日本の港 1080p.mp4", "_ 1080p.mp4", "日本の港 1080p.mp4"],
  ["it's 100% *new*.mp4", "it_s 100_ _new_.mp4", "it's 100% _new_.mp4"],
  ['a"; filename="evil.exe', "a__ filename__evil.exe", "a_; filename=_evil.exe"],
  ["../../etc/passwd", "__.._etc_passwd", "__.._etc_passwd"],
  ["a\r\nSet-Cookie: x=1.mp4", "a__Set-Cookie_ x_1.mp4", "a__Set-Cookie_ x=1.mp4"],
  ["film\u202E4pm.exe", "film_4pm.exe", "film_4pm.exe"],
  ["\ud800.mp4", "_.mp4", "\ufffd.mp4"],
  ["", "download", "download"],
])("a download called %j is named %j or %j", (name, plain, exact) => {
  expect(names(name)).toEqual([plain, exact]);
});

test("a long name is cut before its ending, never inside a character", () => {
  const [, exact = ""] = names(`${"🎬".repeat(1_000)} 720p.mp4`);
  expect(exact).toBe(`${"🎬".repeat(150)}.mp4`);
  expect(attachment("x".repeat(100_000)).length).toBeLessThan(1_000);
});
