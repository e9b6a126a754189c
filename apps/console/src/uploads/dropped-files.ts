/** Every file of a drop, those inside dropped folders too; what cannot be read is left out. */
export async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The list is emptied when the event ends: its entries are taken out at once.
  const items = [...transfer.items].filter(({ kind }) => kind === "file");
  const entries = items.map((item) => item.webkitGetAsEntry());
  if (!entries.some((entry) => entry?.isDirectory)) return [...transfer.files];
  const files = await Promise.all(entries.filter((entry) => entry !== null).map(filesIn));
  return files.flat();
}

async function filesIn(entry: FileSystemEntry): Promise<File[]> {
  try {
    if (entry instanceof FileSystemFileEntry) {
      return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))];
    }
    if (!(entry instanceof FileSystemDirectoryEntry)) return [];
    const reader = entry.createReader();
    const found: File[] = [];
    // A reader hands out its entries in parts, and an empty part at the end.
    for (;;) {
      const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
      if (part.length === 0) return found;
      for (const inside of part) found.push(...(await filesIn(inside)));
    }
  } catch {
    return [];
  }
}
