import { expect, test } from "vitest";
import { dispositionName } from "./disposition.ts";

test.each([
  ["attachment; filename=clip.mp4", "clip.mp4"],
  ['attachment; filename="My clip.mp4"', "My clip.mp4"],
  ['attachment; filename="a \\"quoted\\" name; part 1.mp4"; size=3', 'a "quoted" name; part 1.mp4'],
  ["attachment; filename=\"x.mp4\"; filename*=UTF-8''Summer%20N%C3%ADght.mp4", "Summer Níght.mp4"],
  ["attachment; filename*=utf-8'en'%e2%82%ac%20rates.mp4; filename=rates.mp4", "€ rates.mp4"],
  ["attachment; FileName*=ISO-8859-1''caf%E9.mp4", "café.mp4"],
  ["attachment; filename*=UTF-8''%C3%28.mp4; filename=plain.mp4", "plain.mp4"],
  ["attachment; filename*=unknown'name; filename=plain.mp4", "plain.mp4"],
  ['inline; filename="C:\\\\Users\\\\me\\\\film.mp4"', "film.mp4"],
  ["attachment; filename=../../etc/passwd", "passwd"],
  [`attachment; filename="${Buffer.from("Grüße.mp4").toString("latin1")}"`, "Grüße.mp4"],
  ["attachment; filename=My first clip.mp4; size=3", "My first clip.mp4"],
  ['attachment; filename="Caf%C3%A9%20au%20lait.mp4"', "Café au lait.mp4"],
  ['attachment; filename="50% off.mp4"', "50% off.mp4"],
  ['attachment; filename="=?UTF-8?B?RnLDvGhsaW5n?= =?utf-8?q?_im_Park=2Emp4?="', "Frühling im Park.mp4"],
  ['attachment; filename="=?unknown?B?RnI=?=.mp4"', "=?unknown?B?RnI=?=.mp4"],
  ["attachment; filename*=KOI8-R''%F7%C5%D3%CE%C1.mp4", "Весна.mp4"],
  ["attachment", null],
  ['attachment; filename=""', null],
  [undefined, null],
])("%j names the file %j", (header, name) => expect(dispositionName(header)).toBe(name));
