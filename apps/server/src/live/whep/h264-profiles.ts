/** The profiles (`profile_idc`, hexadecimal) whose decoders play a profile (ITU-T H.264, A.2), the narrowest first. */
const DECODERS: Readonly<Record<number, readonly string[]>> = {
  66: ["42", "4d", "64", "f4"],
  77: ["4d", "64", "f4"],
  100: ["64", "f4"],
};

/** The profile of an AVCDecoderConfigurationRecord. */
export const profileOf = (config: Buffer): number => config.readUInt8(1);

/**
 * The parameters of the H.264 in a viewer's offer that plays a profile (RFC 6184 §8.1), as the offer writes them; null where there is
 * none. Only packetization mode 1 lets a picture have more than one packet.
 */
export function h264For(offer: string, profile: number): string | null {
  // One pass each: an offer may have thousands of lines.
  const formats = new Set([...offer.matchAll(/^a=rtpmap:(\d+) H264\/90000/gim)].map(([, format]) => format));
  const offered = [...offer.matchAll(/^a=fmtp:(\d+) (.+?)\r?$/gm)].flatMap(([, format, parameters]) =>
    parameters !== undefined && formats.has(format) ? [parameters] : [],
  );
  for (const decoder of DECODERS[profile] ?? []) {
    const isSuch = new RegExp(`profile-level-id=${decoder}`, "i");
    const found = offered.find((parameters) => isSuch.test(parameters) && /packetization-mode=1/.test(parameters));
    if (found !== undefined) return found;
  }
  return null;
}
