import { crc32Mpeg } from "./splice-info.ts";

const packetBytes = 188;
export const splicePid = 0x1f4;

/** A section to put into a transport stream, so many seconds after its first picture. */
export interface SectionAt {
  seconds: number;
  section: Buffer;
}

/** The packets of a section; more than one where it is long. `skip` bytes of stuffing are in front of it. */
export function sectionPackets(pid: number, section: Buffer, counter = 0): Buffer[] {
  const packets: Buffer[] = [];
  let rest = Buffer.concat([Buffer.from([0]), section]);
  while (rest.length > 0) {
    const packet = Buffer.alloc(packetBytes, 0xff);
    packet.writeUIntBE(
      0x47_00_00_10 | (packets.length === 0 ? 0x40_00_00 : 0) | (pid << 8) | ((counter + packets.length) & 0xf),
      0,
      4,
    );
    rest.copy(packet, 4);
    packets.push(packet);
    rest = rest.subarray(packetBytes - 4);
  }
  return packets;
}

const pidOf = (packet: Buffer): number => packet.readUInt16BE(1) & 0x1fff;

const startsUnit = (packet: Buffer): boolean => (packet.readUInt8(1) & 0x40) !== 0;

const payloadOf = (packet: Buffer): Buffer =>
  packet.subarray(4 + (packet.readUInt8(3) & 0x20 ? 1 + packet.readUInt8(4) : 0));

/** The time of a picture's packet, in ticks; null where none begins in it. */
function ptsOf(packet: Buffer, videoPid: number): number | null {
  if (pidOf(packet) !== videoPid || !startsUnit(packet)) return null;
  const pes = payloadOf(packet);
  return ((pes.readUInt8(9) >> 1) & 7) * 2 ** 30 + (pes.readUInt16BE(10) >> 1) * 2 ** 15 + (pes.readUInt16BE(12) >> 1);
}

/** A map of a programme with a stream of splices, which is registered. */
function withSpliceStream(packet: Buffer): Buffer {
  const payload = payloadOf(packet);
  const map = payload.subarray(1, 1 + 3 + (payload.readUInt16BE(2) & 0x0fff) - 4);
  const infoEnd = 12 + (map.readUInt16BE(10) & 0x0fff);
  const head = Buffer.from(map.subarray(0, infoEnd));
  head.writeUInt16BE(0xf000 | (infoEnd - 12 + 6), 10);
  const stream = Buffer.from([0x86, 0xe0 | (splicePid >> 8), splicePid & 0xff, 0xf0, 0]);
  const body = Buffer.concat([head, Buffer.from([5, 4]), Buffer.from("CUEI"), map.subarray(infoEnd), stream]);
  body.writeUInt16BE(0xb000 | (body.length - 3 + 4), 1);
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32Mpeg(body), 0);
  const [changed] = sectionPackets(pidOf(packet), Buffer.concat([body, crc]), packet.readUInt8(3) & 0xf);
  return changed ?? packet;
}

/** Packets of ffmpeg's transport stream with splices, each with the seconds of the picture before it since the first one. */
export interface PacedPacket {
  seconds: number;
  bytes: Buffer;
}

/**
 * Puts sections into a transport stream of ffmpeg: each before the first picture that is not earlier. `sections` gets the time of the
 * first picture.
 */
export function withSplices(
  transportStream: Buffer,
  sections: (firstPts: number) => readonly SectionAt[],
): { packets: PacedPacket[]; firstPts: number } {
  const videoPid = 0x100;
  const mapPid = 0x1000;
  const packets: PacedPacket[] = [];
  let firstPts: number | null = null;
  let waiting: SectionAt[] = [];
  let seconds = 0;
  for (let at = 0; at + packetBytes <= transportStream.length; at += packetBytes) {
    const packet = transportStream.subarray(at, at + packetBytes);
    const pts = ptsOf(packet, videoPid);
    if (pts !== null && firstPts === null) {
      firstPts = pts;
      waiting = [...sections(pts)];
    }
    if (pts !== null && firstPts !== null) seconds = (pts - firstPts) / 90_000;
    for (const { section } of waiting.filter((one) => one.seconds <= seconds))
      packets.push(...sectionPackets(splicePid, section).map((bytes) => ({ seconds, bytes })));
    waiting = waiting.filter((one) => one.seconds > seconds);
    packets.push({
      seconds,
      bytes: pidOf(packet) === mapPid && startsUnit(packet) ? withSpliceStream(packet) : packet,
    });
  }
  if (firstPts === null) throw new Error("The transport stream has no picture.");
  return { packets, firstPts };
}
