import { ActionIcon, Group, Progress } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { Link, useRouterState } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { useStatusWords } from "../videos/VideoStatus.tsx";
import { isSending, type UploadItem } from "./queue.ts";
import { uploads } from "./uploads.ts";
import { useUploadedVideo } from "./use-uploaded-video.ts";
import styles from "./UploadDock.module.css";

/** Keeps the uploads in sight on every other page; it is not there while there are none. */
export function UploadDock() {
  const { t } = useTranslation("uploads");
  const items = useStore(uploads.store, (value) => value.items);
  const elsewhere = useRouterState({ select: ({ location }) => location.pathname !== "/upload" });
  const [open, setOpen] = useState(true);
  const shown = items.filter(({ state }) => state !== "cancelled");
  if (!elsewhere || shown.length === 0) return null;
  const sending = shown.filter(isSending);
  const total = shown.reduce((bytes, item) => bytes + item.file.size, 0);
  const sent = shown.reduce((bytes, item) => bytes + item.sentBytes, 0);
  return (
    <section className={styles["dock"]} aria-label={t("dock")}>
      <Group component="header" gap={4} p="8px 8px 8px 14px" wrap="nowrap">
        <Link to="/upload" className={styles["name"] ?? ""}>
          {sending.length > 0
            ? t("dockActive", { sending: sending.length, total: shown.length })
            : t("dockIdle", { sent: shown.filter(({ state }) => state === "sent").length, total: shown.length })}
        </Link>
        <ActionIcon
          aria-label={open ? t("dockCollapse") : t("dockExpand")}
          aria-expanded={open}
          size={24}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronDown size={16} stroke={1.6} /> : <IconChevronUp size={16} stroke={1.6} />}
        </ActionIcon>
        {sending.length === 0 ? (
          <ActionIcon
            aria-label={t("dockClose")}
            size={24}
            onClick={() => shown.forEach(({ key }) => uploads.remove(key))}
          >
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        ) : null}
      </Group>
      <Progress value={(sent / Math.max(1, total)) * 100} size={3} radius={0} aria-label={t("dock")} />
      {open ? (
        <ul className={styles["list"]}>
          {shown.map((item) => (
            <DockRow key={item.key} item={item} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function DockRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation("uploads");
  const video = useUploadedVideo(item);
  const percent = Math.floor((item.sentBytes / item.file.size) * 100);
  const words = useStatusWords(video);
  return (
    <Group component="li" gap={12} justify="space-between" px={14} py={4} wrap="nowrap">
      {item.videoId === null ? (
        <span className="truncate" dir="auto">
          {item.title}
        </span>
      ) : (
        <Link
          className={styles["link"] ?? ""}
          to="/video/$videoId"
          params={{ videoId: String(item.videoId) }}
          dir="auto"
        >
          {item.title}
        </Link>
      )}
      <span className={styles["state"]} data-state={video?.status ?? item.state}>
        {words === null
          ? item.state === "uploading"
            ? `${percent}%`
            : t(`state_${item.state}`)
          : [words.word, words.detail].filter(Boolean).join(" · ")}
      </span>
    </Group>
  );
}
