import { MEDIA_ACCEPTED } from "@kinora/domain/uploads/media-files.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import { Button, Group } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { session } from "../platform/session.ts";
import { useStore } from "../platform/store.ts";
import { droppedFiles } from "./dropped-files.ts";
import { looksLikeMedia } from "./intake.ts";
import styles from "./Upload.module.css";

/** Takes files by drop anywhere on the page, or by picking; it becomes a bar once there is a list. */
export function DropZone({ compact, onFiles }: { compact: boolean; onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation("uploads");
  const input = useRef<HTMLInputElement>(null);
  const over = usePageDrop(onFiles);
  const folder = useRef<HTMLInputElement | null>(null);
  const browse = () => input.current?.click();
  return (
    <section className={styles["drop"]} data-compact={compact} data-over={over} aria-label={t("dropTitle")}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={MEDIA_ACCEPTED}
        data-testid="upload-input"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          // So that picking the same file again is noticed.
          event.currentTarget.value = "";
        }}
      />
      <input
        ref={(node) => {
          folder.current = node;
          if (node) node.webkitdirectory = true;
        }}
        type="file"
        multiple
        hidden
        data-testid="upload-folder"
        onChange={(event) => {
          // A folder holds more than films; what is none is left out without a word.
          onFiles([...(event.currentTarget.files ?? [])].filter(looksLikeMedia));
          event.currentTarget.value = "";
        }}
      />
      <IconUpload size={compact ? 16 : 24} stroke={1.6} aria-hidden="true" />
      <div className={styles["dropWords"]}>
        <p className={styles["dropTitle"]}>{compact ? t("dropMore") : t("dropTitle")}</p>
        <AllowanceNote compact={compact} />
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button variant={compact ? "default" : "filled"} onClick={browse}>
          {compact ? t("addMore") : t("browse")}
        </Button>
        <Button variant="default" onClick={() => folder.current?.click()}>
          {t("browseFolder")}
        </Button>
      </Group>
    </section>
  );
}

/** How large a file may be, and how much room the account has left. */
function AllowanceNote({ compact }: { compact: boolean }) {
  const { t } = useTranslation("uploads");
  const allowance = useStore(session, ({ config }) => config?.upload ?? null);
  if (allowance === null) return null;
  const { max_bytes: most, limit_bytes: limit, used_bytes: used } = allowance;
  return (
    <p className="muted">
      {compact ? null : `${t("dropTypes", { max: formatBytes(most) })} `}
      {limit === null
        ? null
        : t("dropFree", { free: formatBytes(Math.max(0, limit - used)), limit: formatBytes(limit) })}
    </p>
  );
}

/** The whole page accepts files; true while some hover over it. */
function usePageDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useRef(onFiles);
  useEffect(() => {
    take.current = onFiles;
  });
  useEffect(() => {
    const carries = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const enter = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!carries(event)) return;
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer) void droppedFiles(event.dataTransfer).then((files) => take.current(files));
    };
    document.addEventListener("dragover", enter);
    document.addEventListener("dragleave", leave);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", enter);
      document.removeEventListener("dragleave", leave);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return over;
}
