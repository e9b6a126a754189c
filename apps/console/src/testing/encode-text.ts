const codesOf = new Map<string, Map<string, number[]>>();

/** The characters of an encoding of one byte for each of them, or of two, and their bytes. */
function codesIn(encoding: string): Map<string, number[]> {
  const codes = codesOf.get(encoding) ?? new Map<string, number[]>();
  if (codes.size > 0) return codes;
  codesOf.set(encoding, codes);
  const decoder = new TextDecoder(encoding);
  for (let byte = 0; byte < 256; byte += 1) codes.set(decoder.decode(Uint8Array.of(byte)), [byte]);
  for (let high = 0x81; high < 0xff; high += 1) {
    for (let low = 0x40; low < 0xff; low += 1) {
      const character = decoder.decode(Uint8Array.of(high, low));
      if (!codes.has(character)) codes.set(character, [high, low]);
    }
  }
  return codes;
}

/** Bytes of a text in an encoding of one byte for each character, or of two. @throws when it does not have one of them. */
export function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  const codes = codesIn(encoding);
  return Uint8Array.from(
    Array.from(text).flatMap((character) => {
      const bytes = codes.get(character);
      if (!bytes) throw new Error(`${encoding} has no ${character}.`);
      return bytes;
    }),
  );
}
