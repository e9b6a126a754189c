/** See bundled.mjs. */
export interface Machine {
  platform: string;
  arch: string;
  glibc: string | null;
  release: string | null;
}
export function thisMachine(): Machine;
export function otherMachine(made: Machine, here?: Machine): string | null;
