/** How long after its start a role does what nobody waits for. */
export const AFTER_START_MS = 3_000;

/**
 * Does work some seconds after a start, in which it would take the processors from the roles that start beside this one.
 * @returns what calls it off.
 */
export function afterStart(work: () => Promise<unknown>, onFailed: (error: unknown) => void): () => void {
  const timer = setTimeout(() => {
    work().catch(onFailed);
  }, AFTER_START_MS);
  return () => clearTimeout(timer);
}
