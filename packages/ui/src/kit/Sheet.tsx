import { cloneElement, type ReactNode } from "react";
import { Drawer } from "../floats.ts";
import { kitTexts } from "./kit-texts.ts";
import type { OpenedLater } from "./OpensLater.tsx";

/** A panel from the bottom of a phone, where a thumb reaches it, and the button that opens it. */
export const Sheet = ({
  title,
  target,
  opened,
  onChange,
  children,
}: OpenedLater & { title: string; children: ReactNode }) => (
  <>
    {cloneElement(target, { "aria-haspopup": "dialog", "aria-expanded": opened, onClick: () => onChange(true) })}
    <Drawer
      opened={opened}
      onClose={() => onChange(false)}
      position="bottom"
      size="auto"
      title={title}
      closeButtonProps={{ "aria-label": kitTexts.close }}
    >
      {children}
    </Drawer>
  </>
);
