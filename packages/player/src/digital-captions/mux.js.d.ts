/** Types of what the player uses of mux.js (https://github.com/videojs/mux.js), whose entry has none and brings a whole remuxer. */
declare module "mux.js/lib/m2ts/caption-stream.js" {
  interface Window708 {
    /** 1 while it is shown. */
    visible: number;
    isEmpty(): boolean;
    getText(): string;
  }

  /** Decodes CEA-708: byte pairs in, the windows of each service as they are by then. */
  class Cea708Stream {
    services: Record<string, { windows: Window708[] }>;
    /** The packet that is being put together; its first byte tells its size. */
    current708Packet: { data: number[] } | null;
    push(pair: { type: number; pts: number; ccData: number }): void;
    /** Decodes the packet so far and begins another. */
    new708Packet(): void;
  }

  const captionStream: { Cea708Stream: typeof Cea708Stream };
  export default captionStream;
}

declare module "mux.js/lib/tools/caption-packet-parser.js" {
  const parser: {
    /** The valid byte pairs of `cc_data` (CEA-708 §4.4); types 0 and 1 are those of CEA-608. */
    parseCaptionPackets(pts: number, ccData: Uint8Array): { type: number; pts: number; ccData: number }[];
  };
  export default parser;
}
