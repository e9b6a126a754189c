/** A live host as the choice between several sees it. */
export interface HostRoom {
  host: string;
  /** Full ladders it encodes side by side; null until measured. */
  ladders: number | null;
  laddersUsed: number;
  /** It is taken out of service. */
  draining: boolean;
  /** Livestreams it has on air, whether they are encoded or not. */
  streams: number;
}

/** What encoding a livestream costs, in full ladders: all of its resolutions, and the lowest alone. */
export interface LadderCosts {
  whole: number;
  least: number;
}

/** What is packaged or played from files costs little, but not nothing: twenty of them weigh as much as a full ladder. */
const STREAM_SHARE = 0.05;
/** For rounding errors in sums of shares. */
const TOLERANCE = 0.001;

/** Free capacity in full ladders. A host that was not measured yet counts as full, since others are known not to be. */
const freeOf = ({ ladders, laddersUsed, streams }: HostRoom): number =>
  (ladders ?? 0) - laddersUsed - STREAM_SHARE * streams;

const hasRoomFor = ({ ladders, laddersUsed }: HostRoom, cost: number): boolean =>
  cost === 0 || ladders === null || cost <= ladders - laddersUsed + TOLERANCE;

/** A host takes its first livestream however slow it is. */
const takes = (room: HostRoom, cost: number): boolean => room.laddersUsed === 0 || hasRoomFor(room, cost);

/**
 * The name of the host that serves a publisher who reached `here`: this one if the whole ladder fits, else the one with most free
 * capacity where it does, else in the same order where the lowest resolution fits; null where none of them has room. A host that is
 * drained is chosen only when it was reached and no other has room. Pure.
 */
export function hostForPublisher(here: HostRoom, others: readonly HostRoom[], costs: LadderCosts): string | null {
  const inService = others.filter(({ draining }) => !draining).toSorted((a, b) => freeOf(b) - freeOf(a));
  const candidates = here.draining ? inService : [here, ...inService];
  const chosen =
    candidates.find((room) => hasRoomFor(room, costs.whole)) ?? candidates.find((room) => takes(room, costs.least));
  return chosen?.host ?? (here.draining && takes(here, costs.least) ? here.host : null);
}

/**
 * Whether a host should have a livestream that nobody publishes to, such as a loop, a slate or the test picture: no other one in
 * service has more free capacity. Pure.
 * @param hosts those with a heartbeat, this one among them where it is registered.
 */
export function isRoomiest(name: string, hosts: readonly HostRoom[]): boolean {
  const here = hosts.find(({ host }) => host === name);
  if (!here) return true;
  const inService = hosts.filter(({ draining }) => !draining);
  if (here.draining) return inService.length === 0;
  return inService.every((other) => freeOf(other) <= freeOf(here) + TOLERANCE);
}
