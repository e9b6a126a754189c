import { formatBytes } from "@kinora/ui/bytes.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Button, Text } from "@mantine/core";
import { api } from "../../../platform/client.ts";
import { useTranslation } from "../../../platform/i18n.ts";
import { useAction } from "../../../platform/use-action.ts";
import { storageKey, type StorageScan } from "./system-queries.ts";
import styles from "./System.module.css";

/** Folders of the storage without a row; a superuser has them deleted. */
export function Orphans({ scan: { orphans, deletion, deletion_problem: problem } }: { scan: StorageScan }) {
  const { t } = useTranslation("system");
  const remove = useAction(() => api.advanced.deleteOrphans(), { changes: [storageKey], failure: t("notDeleted") });
  const { folders, files, bytes, deleted, kept, largest } = orphans;
  const counts = {
    count: folders,
    number: formatNumber(folders),
    files: formatNumber(files),
    size: formatBytes(bytes),
  };
  const question = { title: t("deleteTitle", counts), text: t("deleteText", counts), yes: t("delete"), danger: true };
  return (
    <section className={styles["orphans"]} aria-label={t("orphans")}>
      <div className={styles["line"]}>
        <strong>{t("orphans")}</strong>
        <span>{folders === 0 ? t("nothing") : t("foldersAndSize", counts)}</span>
      </div>
      <Text mt={4} mb="xs" c="dimmed">
        {t("orphansText")}
      </Text>
      {largest.length === 0 ? null : (
        <ul className={styles["largest"]} aria-label={t("largestOf", { kind: t("orphans") })}>
          {largest.map(({ folder, files: number, bytes: size }) => (
            <li key={folder} className={styles["line"]}>
              <code>{folder}</code>
              <span>{t("filesAndSize", { count: number, number: formatNumber(number), size: formatBytes(size) })}</span>
            </li>
          ))}
        </ul>
      )}
      {deletion === null ? null : (
        <Text role="status" mt={4} mb="xs" c="dimmed">
          {deletion === "running"
            ? t("deleting", { deleted: formatNumber(deleted), left: formatNumber(folders) })
            : deletion === "complete"
              ? deletedWords(t, deleted, kept)
              : t("deletionFailed", { problem: problem ?? "" })}
        </Text>
      )}
      {folders === 0 ? null : (
        <Button
          color="red"
          variant="default"
          loading={remove.isPending}
          disabled={deletion === "running"}
          onClick={() => void remove.mutateAfter(question, undefined)}
        >
          {t("deleteOrphans")}
        </Button>
      )}
    </section>
  );
}

function deletedWords(t: ReturnType<typeof useTranslation<"system">>["t"], deleted: number, kept: number): string {
  const gone = t("deleted", { count: deleted, number: formatNumber(deleted) });
  return kept === 0 ? gone : `${gone} ${t("kept", { count: kept, number: formatNumber(kept) })}`;
}
