import { createSocket } from "node:dgram";
import { expect, test } from "vitest";
import { useH264, useOPUS } from "werift";
import { testOffer } from "../ingest/whip/test-offer.ts";
import { iceCredentials } from "./ice-fragments.ts";
import { openLiteAgent, takeOffer } from "./lite-agent.ts";

const agent = () =>
  openLiteAgent({
    codecs: { video: [useH264()], audio: [useOPUS()] },
    headerExtensions: { video: [], audio: [] },
  });

async function anOffer(): Promise<string> {
  const { offer, close } = await testOffer();
  await close();
  return offer;
}

/** An offer with lines behind the password of each of its media. */
const withLines = (offer: string, ...lines: readonly string[]): string =>
  offer.replaceAll(/^a=ice-pwd:.*\r\n/gm, (line) => [line, ...lines.map((one) => `${one}\r\n`)].join(""));

test("nothing is sent to the addresses of an offer, and no name in it is looked up", async () => {
  const stranger = createSocket("udp4");
  const datagrams: Buffer[] = [];
  stranger.on("message", (datagram) => datagrams.push(datagram));
  await new Promise<void>((resolve) => stranger.bind(0, "127.0.0.1", resolve));
  const offer = withLines(
    await anOffer(),
    `a=candidate:1 1 udp 2130706431 127.0.0.1 ${stranger.address().port} typ host`,
    "a=candidate:2 1 udp 2130706430 1f4712db-ea17-4bcf-a596-105139dfd8bf.local 40000 typ host",
    "a=candidate:3 1 udp 2130706429 internal.example 53 typ host",
    "a=end-of-candidates",
  );
  const connection = agent();
  await takeOffer(connection, offer, "recvonly");
  await connection.setLocalDescription(await connection.createAnswer());
  expect(connection.remoteDescription?.sdp).toContain("a=ice-ufrag:");
  expect(connection.remoteDescription?.sdp).not.toContain("a=candidate:");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(datagrams).toEqual([]);
  await connection.close();
  stranger.close();
});

test("an offer of more media than clients have is refused before anything is opened for it", async () => {
  const offer = await anOffer();
  const [head = "", ...media] = offer.split(/^(?=m=)/m);
  const connection = agent();
  const many = head + Array.from({ length: 9 }, () => media[0]).join("");
  await expect(takeOffer(connection, many, "recvonly")).rejects.toThrow("The offer has too many media.");
  expect(connection.getTransceivers()).toEqual([]);
  await connection.close();
});

test.each([
  ["other", "0123456789012345678901", true],
  ["a/+9".repeat(64), "0".repeat(256), true],
  ["abc", "0123456789012345678901", false],
  ["$'$'", "0123456789012345678901", false],
  ["other", "$`$`$`$`$`$`$`$`$`$`$`", false],
  ["other", "012345678901234567890", false],
  ["a".repeat(257), "0123456789012345678901", false],
])("the credentials %s are ones of ICE or none", (username, password, isIce) => {
  const found = iceCredentials(`v=0\r\na=ice-ufrag:${username}\r\na=ice-pwd:${password}\r\n`);
  expect(found).toEqual(isIce ? { username, password } : null);
});
