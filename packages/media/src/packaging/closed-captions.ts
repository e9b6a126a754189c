/** Captions within pictures by the name playlists use (INSTREAM-ID): `CC1`–`CC4` of CEA-608, `SERVICE1`–`SERVICE63` of CEA-708. */
export type ClosedCaptionService = `CC${number}` | `SERVICE${number}`;

/** The services found in pictures; empty when all were looked at and there are none, null while that is not known. */
export type ClosedCaptions = readonly ClosedCaptionService[] | null;

/** What a master playlist states of the captions within its pictures (RFC 8216bis §4.4.6.1, §4.4.6.2). */
export interface ClosedCaptionsDeclaration {
  /** One `EXT-X-MEDIA` for each service. */
  media: string[];
  /** The value of `CLOSED-CAPTIONS` in every variant; null where it must be left out. */
  attribute: string | null;
}

const groupId = `"closed-captions"`;

/**
 * Writes the group of what was found: nothing is denied before it is known. Services of CEA-708 are left out beside captions of
 * CEA-608, since these are the same captions, which more players show, and some give both the same name.
 */
export function declareClosedCaptions(found: ClosedCaptions): ClosedCaptionsDeclaration {
  if (found === null) return { media: [], attribute: null };
  if (found.length === 0) return { media: [], attribute: "NONE" };
  const sorted = sortedServices(found);
  const lines = sorted.filter((service) => service.startsWith("CC"));
  const media = (lines.length > 0 ? lines : sorted).map((service, place) => {
    // Their language stands nowhere in the pictures. Names must differ within a group.
    const name = place === 0 ? "Closed captions" : `Closed captions (${service})`;
    return `#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=${groupId},NAME="${name}",DEFAULT=NO,AUTOSELECT=YES,INSTREAM-ID="${service}"`;
  });
  return { media, attribute: groupId };
}

/** What pictures of several renditions or times hold together: none only where none of them holds any. */
export function mergedClosedCaptions(each: readonly ClosedCaptions[]): ClosedCaptions {
  const found = sortedServices(each.flatMap((one) => one ?? []));
  return found.length === 0 && each.includes(null) ? null : found;
}

/** Each service once, those of CEA-608 first. */
function sortedServices(services: Iterable<ClosedCaptionService>): ClosedCaptionService[] {
  return [...new Set(services)].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** Country code, provider code, identifier and type of captions in user data (ATSC A/53 Part 4, ITU-T T.35). */
const captionsHeader = Buffer.from([0xb5, 0x00, 0x31, ...Buffer.from("GA94"), 0x03]);

/**
 * Names the services whose captions lie in coded pictures (H.264, HEVC or AV1): any bytes that hold whole pictures, as a
 * segment or fragment does. Padding without captions, text services and programme data name none.
 */
export function findClosedCaptions(bytes: Buffer): ClosedCaptionService[] {
  const found = new Set<ClosedCaptionService>();
  for (let at = bytes.indexOf(captionsHeader); at !== -1; at = bytes.indexOf(captionsHeader, at + 1)) {
    const data = at + captionsHeader.length;
    // At most 31 triplets follow their count and a reserved byte; NAL units may hold a third more.
    for (const service of servicesOf(withoutEmulation(bytes.subarray(data, data + 130)))) found.add(service);
  }
  return sortedServices(found);
}

/** Bytes of a NAL unit without those that keep start codes out of it (H.264 §7.4.1). */
function withoutEmulation(bytes: Buffer): Buffer {
  return Buffer.from(bytes.filter((byte, at) => !(byte === 3 && bytes[at - 1] === 0 && bytes[at - 2] === 0)));
}

function servicesOf(data: Buffer): ClosedCaptionService[] {
  const flags = data[0] ?? 0;
  const isProcessed = (flags & 0x40) !== 0;
  const count = isProcessed ? flags & 0x1f : 0;
  const services: ClosedCaptionService[] = [];
  const digital: number[] = [];
  for (let place = 0; place < count; place += 1) {
    const [marker = 0, first = 0, second = 0] = data.subarray(2 + place * 3, 5 + place * 3);
    const isValid = (marker & 4) !== 0;
    const type = marker & 3;
    if (!isValid) continue;
    if (type < 2) services.push(...lineService(type, first & 0x7f, second & 0x7f));
    else if (type === 3 || digital.length > 0) digital.push(first, second);
  }
  return [...services, ...digitalServices(digital)];
}

/** Second bytes of the CEA-608 codes with which captions begin or are shown: loaded, painted, rolled up. */
const captionCodes = new Set([0x20, 0x25, 0x26, 0x27, 0x29, 0x2f]);

/** The service of a byte pair of one field (CEA-608 §B): its code names the first or second channel. */
function lineService(field: number, first: number, second: number): ClosedCaptionService[] {
  // Field 2 uses 0x15 and 0x1D, and encoders that copy field 1 its codes.
  const isCode = [0x14, 0x15, 0x1c, 0x1d].includes(first) && captionCodes.has(second);
  if (!isCode) return [];
  return [`CC${1 + 2 * field + (first >= 0x18 ? 1 : 0)}`];
}

/** The services that blocks of a packet belong to (CEA-708 §6.2); a packet that continues in a later picture is read as far as it goes. */
function digitalServices(packet: readonly number[]): ClosedCaptionService[] {
  const services: ClosedCaptionService[] = [];
  for (let at = 1; at < packet.length;) {
    const header = packet[at] ?? 0;
    const size = header & 0x1f;
    const isExtended = header >> 5 === 7 && size > 0;
    const number = isExtended ? (packet[at + 1] ?? 0) & 0x3f : header >> 5;
    if (number === 0) break;
    if (size > 0) services.push(`SERVICE${number}`);
    at += size + (isExtended ? 2 : 1);
  }
  return services;
}
