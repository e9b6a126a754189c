/** Whether media tools run in a sandbox on this machine; `reason` says why not, for health. */
export interface SandboxState {
  available: boolean;
  reason: string | null;
}

/** Tries the sandbox once and remembers the answer. */
export declare function sandboxState(): Promise<SandboxState>;
