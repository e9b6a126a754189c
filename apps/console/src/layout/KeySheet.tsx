import { Kbd, Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./CommandPalette.module.css";

const ROWS = [
  ["Ctrl K", "keyPalette"],
  ["/", "keySearch"],
  ["g d", "dashboard"],
  ["g v", "video"],
  ["g l", "live"],
  ["g a", "analytics"],
  ["u", "upload"],
  ["j k", "keyRows"],
  ["x", "keySelect"],
  ["e", "keyOpen"],
  ["p", "keyPublish"],
  ["Ctrl S", "keySave"],
  ["?", "keySheet"],
] as const;

/** What every key does. */
export function KeySheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation("layout");
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("keys")}
      closeButtonProps={{ "aria-label": t("close") }}
      size={420}
    >
      <dl className={styles["keys"]}>
        {ROWS.map(([keys, label]) => (
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
    </Modal>
  );
}
