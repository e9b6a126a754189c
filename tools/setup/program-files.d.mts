/** See program-files.mjs. */
export function programFiles(folder?: string): string[];
export function releasedFiles(folder: string): string[];
