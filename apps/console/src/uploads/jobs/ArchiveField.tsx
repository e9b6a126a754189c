import { ARCHIVE_MAX_BYTES } from "@kinora/domain/imports/archive.ts";
import { formatBytes } from "@kinora/ui/bytes.ts";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { Input } from "@mantine/core";
import { IconFileZip } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import type { NewImport } from "./new-import.ts";
import styles from "./ArchiveField.module.css";

/** Takes the archive of a PeerTube account: dropped, or chosen. */
export function ArchiveField({ form }: { form: Form<NewImport> }) {
  const { t } = useTranslation("importJobs");
  const id = useId();
  const [over, setOver] = useState(false);
  const { archive } = form.values;
  const error = form.errorAt("archive");
  return (
    <Input.Wrapper
      id={id}
      label={t("archive")}
      description={t("archiveHint", { size: formatBytes(ARCHIVE_MAX_BYTES) })}
      required
      error={error}
    >
      <div className={styles["archive"]} data-over={over} data-wrong={error !== undefined}>
        <IconFileZip size={24} stroke={1.6} aria-hidden="true" />
        <p>
          {archive === null ? t("archiveDrop") : <strong dir="auto">{archive.name}</strong>}
          <span className="note">{archive === null ? t("archiveChoose") : formatBytes(archive.size)}</span>
        </p>
        {/* It covers the box, and takes what is dropped on it (HTML Standard, 4.10.5.1.17). */}
        <input
          id={id}
          type="file"
          required
          data-autofocus
          accept=".zip"
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-description`}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={() => setOver(false)}
          onChange={({ currentTarget }) => form.edit({ archive: currentTarget.files?.[0] ?? null })}
        />
      </div>
    </Input.Wrapper>
  );
}
