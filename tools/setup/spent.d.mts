/** Seconds of processor time of this process and of those it started and saw end; null where the system does not say. */
export function processorSeconds(stat?: string): number | null;
/** What a run took so far, in words. */
export function spentInWords(started: number, spent?: number | null): string;
