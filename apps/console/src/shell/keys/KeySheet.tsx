import { Modal } from "@kinora/ui/floats.ts";
import { Box, Kbd } from "@mantine/core";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./CommandPalette.module.css";

/** Keys that are pressed together or one after the other are separated by a space. */
const GROUPS = [
  {
    title: "keysEverywhere",
    rows: [
      ["Ctrl K", "keyPalette"],
      ["g d", "layout:dashboard"],
      ["g v", "layout:video"],
      ["g l", "layout:live"],
      ["g a", "layout:analytics"],
      ["u", "layout:upload"],
      ["Ctrl S", "keySave"],
      ["?", "keySheet"],
    ],
  },
  {
    title: "keysInLists",
    rows: [
      ["/", "keySearch"],
      ["j k", "keyRows"],
      ["x", "keySelect"],
      ["e", "keyOpen"],
      ["Space", "keyPreview"],
      ["↑ ↓", "keyPreviews"],
      ["Esc", "keyClosePreview"],
      ["p", "keyPublish"],
    ],
  },
  {
    title: "keysOnStream",
    rows: [
      ["1 2 3", "keySources"],
      ["t", "keyTake"],
      ["r", "keyRecord"],
      ["c", "keyClip"],
    ],
  },
  {
    title: "keysInPlayer",
    rows: [
      ["Space k", "keyPlay"],
      ["j l", "keySeek"],
      ["0 – 9", "keyTenths"],
      ["m", "keyMute"],
      ["f", "keyFullscreen"],
      ["c", "keyCaptions"],
    ],
  },
] as const;

/** What every key does, and where. */
export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(["keySheet", "layout"]);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("keySheet")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={640}
    >
      <div className={styles["sheet"]}>
        {GROUPS.map(({ title, rows }) => (
          <section key={title} aria-label={t(title)}>
            <Box component="h3" className="note" fw={500} mb="xs">
              {t(title)}
            </Box>
            <dl className={styles["keys"]}>
              {rows.map(([keys, label]) => (
                <div key={keys} className={styles["keyRow"]}>
                  <dt>
                    {keys.split(" ").map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dt>
                  <dd>{t(label)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
