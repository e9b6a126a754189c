import { Button, type ButtonProps } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useRef } from "react";

interface PictureButtonProps extends ButtonProps {
  /** Names the field behind the button. */
  fileLabel: string;
  /** Where several stand beside each other: what this one uploads. */
  "aria-label"?: string;
  /** Hears each choice, the same file again too. */
  onChoose: (picture: File) => void;
}

/** A button that asks for a picture: JPEG, PNG or WebP. How large it may be is its owner's to say. */
export function PictureButton({ fileLabel, onChoose, ...button }: PictureButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  const iconSize = button.size === "compact-sm" ? 14 : 16;
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={fileLabel}
        accept="image/jpeg,image/png,image/webp"
        onChange={(event) => {
          const [picture] = event.currentTarget.files ?? [];
          if (picture) onChoose(picture);
          event.currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        leftSection={<IconUpload size={iconSize} stroke={1.6} aria-hidden="true" />}
        {...button}
        onClick={() => picker.current?.click()}
      />
    </>
  );
}
