import { Button } from "@mantine/core";
import { useState } from "react";

const WORDS = { ready: null, copied: "Copied", refused: "Select and copy it yourself" } as const;

/** Copies a text and says whether that worked; browsers may refuse. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<keyof typeof WORDS>("ready");
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("refused"),
    );
  return (
    <Button variant="default" onClick={() => void copy()}>
      {WORDS[state] ?? label}
    </Button>
  );
}
