import { api } from "../platform/client.ts";
import { fingerprintIfPossible } from "../platform/fingerprint.ts";
import { createStore } from "../platform/store.ts";

export interface Duplicate {
  key: number;
  file: string;
  video: { id: number; title: string };
}

/** Files that were added although the project has them already. */
export const duplicates = createStore<{ shown: readonly Duplicate[] }>({ shown: [] });

let nextKey = 1;

/** Looks whether a file is in the project already, and says so; nothing is said when that cannot be found out. */
export async function noticeDuplicate(projectId: number, file: File): Promise<void> {
  const fingerprint = await fingerprintIfPossible(file);
  if (fingerprint === null) return;
  try {
    const { data } = await api.imports.findDuplicates({
      project_id: projectId,
      files: [{ size_bytes: file.size, fingerprint }],
    });
    const [found] = data;
    if (found)
      duplicates.set({ shown: [...duplicates.get().shown, { key: nextKey++, file: file.name, video: found.video }] });
  } catch {
    // It is a hint: the upload continues without it.
  }
}

export function dismissDuplicate(key: number): void {
  duplicates.set({ shown: duplicates.get().shown.filter((each) => each.key !== key) });
}
