import { formatBytes } from "@kinora/ui/bytes.ts";
import { Box, Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { unfinishedUploadsQuery } from "./unfinished.ts";
import { uploads } from "./uploads.ts";
import styles from "./Upload.module.css";

/** Uploads of an earlier visit that wait for the rest of their bytes. */
export function UnfinishedUploads({
  projectId,
  onFiles,
}: {
  projectId: number;
  onFiles: (files: readonly File[]) => void;
}) {
  const { t } = useTranslation("uploads");
  const input = useRef<HTMLInputElement>(null);
  const items = useStore(uploads.store, (value) => value.items);
  const answer = useQuery(unfinishedUploadsQuery(projectId));
  const here = new Set(items.map(({ uploadUrl }) => uploadUrl));
  const waiting = (answer.data ?? []).filter(({ upload_url: url }) => !here.has(url));
  if (waiting.length === 0) return null;
  return (
    <section className={styles["unfinished"]}>
      <IconHistory size={20} stroke={1.6} aria-hidden="true" />
      <div className={styles["dropWords"]}>
        <p className={styles["dropTitle"]}>
          {waiting.length === 1 ? t("unfinishedOne") : t("unfinishedMany", { count: waiting.length })}
        </p>
        <p className="muted">{t("unfinishedText")}</p>
        <ul className={styles["waiting"]}>
          {waiting.map((upload) => (
            <li key={upload.id}>
              <bdi className="truncate">{upload.file_name}</bdi>
              <Box component="span" className="muted" flex="none">
                {t("unfinishedProgress", {
                  percent: Math.floor((upload.offset_bytes / Math.max(1, upload.size_bytes)) * 100),
                  size: formatBytes(upload.size_bytes),
                })}
              </Box>
            </li>
          ))}
        </ul>
      </div>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t("pickAgain")}
      </Button>
    </section>
  );
}
