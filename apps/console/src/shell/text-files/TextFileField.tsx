import { Input } from "@mantine/core";
import { Suspense, useId } from "react";
import { EncodingLater } from "./EncodingLater.tsx";
import type { TextFile } from "./text-file.ts";
import { useTextFile } from "./use-text-file.ts";
import styles from "./TextFileField.module.css";

interface TextFileFieldProps {
  label: string;
  description: string;
  error?: string | undefined;
  /** Name endings and media types, as of an `input`. */
  accept: string;
  /** A larger file is not read. */
  maximumBytes?: number;
  /** The file, each time it is read; null while none is chosen, or another one is being read. */
  onFile: (file: TextFile | null) => void;
  onTooLarge?: () => void;
}

/** Chooses a file and reads its text; asks for the encoding where that is not certain. */
export function TextFileField({
  label,
  description,
  error,
  accept,
  maximumBytes = Infinity,
  onFile,
  onTooLarge,
}: TextFileFieldProps) {
  const id = useId();
  const chosen = useTextFile(onFile);
  const choose = (file: File | undefined) => {
    chosen.forget();
    onFile(null);
    if (!file) return;
    if (file.size > maximumBytes) onTooLarge?.();
    else void chosen.read(file);
  };
  return (
    <>
      <Input.Wrapper label={label} description={description} error={error} id={id}>
        <input
          id={id}
          className={styles["file"]}
          type="file"
          accept={accept}
          onChange={(event) => choose(event.currentTarget.files?.[0])}
        />
      </Input.Wrapper>
      {chosen.file && !chosen.file.isCertain ? (
        <Suspense fallback={null}>
          <EncodingLater file={chosen.file} onChoose={chosen.decode} />
        </Suspense>
      ) : null}
    </>
  );
}
