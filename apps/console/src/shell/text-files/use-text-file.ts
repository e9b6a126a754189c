import { useState } from "react";
import { readAgain, readTextFile, type TextFile } from "./text-file.ts";

/** The text file that was chosen last, and how it is read. */
export function useTextFile(onText: (file: TextFile) => void) {
  const [file, setFile] = useState<TextFile | null>(null);
  const take = (read: TextFile) => {
    setFile(read);
    onText(read);
  };
  return {
    file,
    /** Reads a chosen file. */
    read: async (chosen: File) => take(await readTextFile(chosen)),
    /** Reads the same file in another encoding. */
    decode: (encoding: string) => {
      if (file) take(readAgain(file, encoding));
    },
    forget: () => setFile(null),
  };
}
