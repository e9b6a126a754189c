import { ActionIcon } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Hint } from "./kit/Hint.tsx";

/** Copies a text. The caller copies and shows the result; true means success. */
export function IconCopyButton({
  label,
  onCopy,
  size = 24,
}: {
  label: string;
  onCopy: () => Promise<boolean>;
  size?: number;
}) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Hint label={label}>
      <ActionIcon aria-label={label} size={size} onClick={() => void onCopy().then(setCopied)}>
        {copied ? <IconCheck size={14} stroke={1.8} /> : <IconCopy size={14} stroke={1.6} />}
      </ActionIcon>
    </Hint>
  );
}
