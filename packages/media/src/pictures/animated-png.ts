import { crc32 } from "node:zlib";

/** A picture that becomes a part of the canvas. */
export interface PicturePart {
  /** Pixels from the left and the top of the canvas. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** How long it is shown. */
  milliseconds: number;
  /** Laid over what is there; otherwise it replaces that. */
  isBlended: boolean;
  /** Its part of the canvas is transparent afterwards. */
  isCleared: boolean;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/**
 * Writes an animated PNG (https://www.w3.org/TR/png-3/#apng-frame-based-animation) of pictures that are PNGs of eight bits for each of
 * red, green, blue and transparency. The first one has to cover the canvas.
 */
export class AnimatedPngWriter {
  /** Chunks of all pictures have one running number. */
  #sequence = 0;

  /** What stands before the pictures. */
  begin({ width, height }: { width: number; height: number }, pictures: number): Buffer {
    const size = numbers(width, height);
    return Buffer.concat([
      signature,
      chunk("IHDR", Buffer.concat([size, Buffer.from([8, 6, 0, 0, 0])])),
      chunk("acTL", numbers(pictures, 1)),
    ]);
  }

  /** The next picture. */
  picture(png: Buffer, part: PicturePart): Buffer {
    const isFirst = this.#sequence === 0;
    const control = chunk("fcTL", Buffer.concat([numbers(this.#next()), partOf(part)]));
    const data = imageData(png).map((bytes) =>
      isFirst ? chunk("IDAT", bytes) : chunk("fdAT", Buffer.concat([numbers(this.#next()), bytes])),
    );
    return Buffer.concat([control, ...data]);
  }

  /** What comes after the pictures. */
  end(): Buffer {
    return chunk("IEND", Buffer.alloc(0));
  }

  #next(): number {
    this.#sequence += 1;
    return this.#sequence - 1;
  }
}

function partOf({ x, y, width, height, milliseconds, isBlended, isCleared }: PicturePart): Buffer {
  // Two bytes hold up to 65 s in milliseconds.
  const delay = milliseconds <= 0xffff ? [milliseconds, 1000] : [Math.round(milliseconds / 1000), 1];
  const end = Buffer.alloc(6);
  delay.forEach((number, place) => end.writeUInt16BE(number, place * 2));
  end.writeUInt8(isCleared ? 1 : 0, 4);
  end.writeUInt8(isBlended ? 1 : 0, 5);
  return Buffer.concat([numbers(width, height, x, y), end]);
}

function imageData(png: Buffer): Buffer[] {
  const data: Buffer[] = [];
  for (let at = signature.length; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString("latin1", at + 4, at + 8) === "IDAT")
      data.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return data;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

function numbers(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 4);
  values.forEach((value, place) => buffer.writeUInt32BE(value, place * 4));
  return buffer;
}
