import { Button, type ButtonProps } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { ReactNode, Ref } from "react";

interface DownloadButtonProps extends ButtonProps {
  href: string;
  /** What the file is called; without it, as the server calls it. */
  name?: string;
  ref?: Ref<HTMLAnchorElement>;
  children: ReactNode;
}

/** A link that looks like a button: what it leads to is saved as a file. */
export const DownloadButton = ({ href, name, ...props }: DownloadButtonProps) => (
  <Button
    component="a"
    href={href}
    download={name ?? true}
    variant="default"
    leftSection={<IconDownload size={16} stroke={1.6} />}
    {...props}
  />
);
