import type { EncoderPort } from "./broadcast.ts";
import type { EncodingCapacity } from "./capacity.ts";
import type { HandOns } from "./hand-ons.ts";
import type { OnAir } from "./on-air.ts";

/** What a stream on air needs of the machine it is on. */
export interface OnAirHooks {
  /** Where the test picture publishes to, with a key that is good once. */
  testTarget(streamId: number): string;
  /** Nothing is going on any more. */
  onIdle(onAir: OnAir): void;
  capacity: EncodingCapacity;
  encoder: EncoderPort;
  handOns: HandOns;
}
