import { Drawer } from "@kinora/ui/floats.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { LibraryAddress } from "../library/library-view.ts";
import { PeekFrame, useIsSheet } from "./PeekFrame.tsx";
import { PeekVideo } from "./PeekVideo.tsx";
import { focusRow } from "./use-peek.ts";
import styles from "./Peek.module.css";

interface PeekPanelProps {
  id: number;
  place: LibraryAddress;
  /** Seconds it starts to play at; null where it waits with its poster. */
  startAt: number | null;
  onPeek: (id: number | null) => void;
}

/** A video beside the list: 480 px wide, or the whole screen of a phone. */
export function PeekPanel(props: PeekPanelProps) {
  const { t } = useTranslation("library");
  const sheet = useIsSheet();
  const close = () => {
    props.onPeek(null);
    focusRow(document.querySelector<HTMLElement>(`[data-row="${props.id}"]`));
  };
  if (sheet) {
    return (
      <Drawer.Root opened onClose={close} position="bottom" size="100%">
        <Drawer.Content aria-label={t("peekLabel")} className={styles["sheet"] ?? ""}>
          <PeekVideo {...props} key={`${props.id} ${props.startAt}`} onClose={close} />
        </Drawer.Content>
      </Drawer.Root>
    );
  }
  return (
    <PeekFrame>
      <PeekVideo {...props} key={`${props.id} ${props.startAt}`} onClose={close} />
    </PeekFrame>
  );
}
