import { expect, test } from "vitest";
import { DigitalCaptionReader } from "./reader.ts";

const hide = [0x8a, 1];
const display = [0x89, 1];
const defineHidden = [0x98, 0x18, 0x4a, 0x50, 0x71, 0x1f, 0x11];
const defineVisible = [0x98, 0x38, ...defineHidden.slice(2)];
const letters = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** A picture whose user data holds a packet with one block of a service (CEA-708 §5, §6.2). */
function picture(pts: number, block: readonly number[], service = 1) {
  const head = service < 7 ? [(service << 5) | block.length] : [(7 << 5) | block.length, service];
  const blocks = [...head, ...block];
  if (blocks.length % 2 === 0) blocks.push(0);
  const packet = [(blocks.length + 1) / 2, ...blocks];
  return { pts, bytes: userData(packet) };
}

/** `cc_data` of a packet's bytes after a padded pair of CEA-608; `begins` false is the rest of a packet. */
function userData(packet: readonly number[], begins = true): Uint8Array {
  const triplets = [[0xfc, 0x80, 0x80]];
  for (let at = 0; at < packet.length; at += 2)
    triplets.push([at === 0 && begins ? 0xff : 0xfe, packet[at] ?? 0, packet[at + 1] ?? 0]);
  return Uint8Array.from([0x40 | triplets.length, 0xff, ...triplets.flat(), 0xff]);
}

const nothing = (pts: number) => ({ pts, bytes: Uint8Array.from([0x41, 0xff, 0xfc, 0x80, 0x80]) });

test("a text is shown from its display to its end, though pictures come in the order of decoding", () => {
  const reader = new DigitalCaptionReader();
  const pictures = [
    picture(0, [...defineHidden, ...letters("Où est <A>?")]),
    picture(3, hide),
    picture(1, display),
    nothing(2),
  ];
  expect(reader.read([...pictures, nothing(4)])).toEqual([
    { service: "SERVICE1", startSeconds: 1, endSeconds: 3, text: "Où est <A>?" },
  ]);
});

test("a text that outlasts its fragment continues in the next one, and is forgotten by a seek", () => {
  const reader = new DigitalCaptionReader();
  const begin = [picture(0, [...defineVisible, ...letters("on")]), nothing(2)];
  const caption = { service: "SERVICE1", text: "on" };
  expect(reader.read(begin)).toEqual([{ ...caption, startSeconds: 0, endSeconds: 2 }]);
  expect(reader.read([nothing(2.5), picture(4, hide)])).toEqual([{ ...caption, startSeconds: 2, endSeconds: 4 }]);
  reader.read(begin);
  reader.reset();
  expect(reader.read([nothing(9), nothing(10)])).toEqual([]);
});

test("letters that are typed one after the other are shown together, and rows roll up", () => {
  const reader = new DigitalCaptionReader();
  const typed = ["W", "e", " g", "o"].map((text, place) => picture(1 + place / 10, letters(text)));
  const rows = ["one", "two", "three"].map((text, place) => picture(2 + place, [0x0d, ...letters(text)]));
  const captions = reader.read([picture(0, defineVisible), ...typed, ...rows, nothing(5)]);
  expect(captions.map(({ startSeconds, endSeconds, text }) => [startSeconds, endSeconds, text])).toEqual([
    [1, 1.3, "We g"],
    [1.3, 2, "We go"],
    [2, 3, "We go\none"],
    [3, 4, "one\ntwo"],
    [4, 5, "two\nthree"],
  ]);
});

test("services are kept apart, and the rest of a packet whose beginning is missing says nothing", () => {
  const reader = new DigitalCaptionReader();
  const rest = { pts: 0, bytes: userData([0x24, ...letters("lost")], false) };
  const captions = reader.read([
    rest,
    picture(1, [...defineVisible, ...letters("one")]),
    picture(2, [...defineVisible, ...letters("nine")], 9),
    nothing(3),
  ]);
  expect(captions.map(({ service, text }) => [service, text])).toEqual([
    ["SERVICE1", "one"],
    ["SERVICE9", "nine"],
  ]);
});
