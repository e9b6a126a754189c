import { IMPORTS_AT_ONCE } from "@kinora/domain/uploads.ts";
import { Button, Group, Modal } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useTranslation } from "react-i18next";
import { useStore } from "../platform/store.ts";
import { batch, batchPublication } from "./batch.ts";
import { useImport } from "./useImport.ts";
import styles from "./Imports.module.css";

/** Takes addresses of video files, one per line; the server fetches each. */
export function ImportUrlsDialog({
  projectId,
  opened,
  onClose,
}: {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation(["imports", "layout"]);
  const [text, setText] = useState("");
  const [problems, setProblems] = useState<readonly string[]>([]);
  const chosen = useStore(batch, (value) => value);
  const { send, sending } = useImport(projectId);
  const urls = [
    ...new Set(
      text
        .split(/\s*\n\s*/)
        .map((line) => line.trim())
        .filter((line) => line !== ""),
    ),
  ];
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const wrong = urls.filter((url) => !/^https?:\/\//i.test(url) || !URL.canParse(url));
    if (urls.length === 0) return setProblems([t("urlsEmpty")]);
    if (urls.length > IMPORTS_AT_ONCE) return setProblems([t("urlsTooMany")]);
    if (wrong.length > 0) return setProblems(wrong.map((url) => t("urlWrong", { url })));
    const refused = await send(
      "url",
      urls.map((url) => ({
        url,
        ...(chosen.category ? { category_id: chosen.category.id } : {}),
        ...(chosen.tags.length > 0 ? { tag_ids: chosen.tags.map(({ id }) => id) } : {}),
        ...batchPublication(chosen),
      })),
    );
    if (refused === null) return;
    setText(refused.map(({ url }) => url).join("\n"));
    setProblems(refused.map(({ url, message }) => t("notImported", { url, message: message ?? "" })));
    if (refused.length === 0) onClose();
  };
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t("urlsTitle")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={560}
    >
      <form onSubmit={(event) => void submit(event)} noValidate>
        <label>
          {t("urlsLabel")}
          <textarea
            className={styles["area"]}
            rows={8}
            value={text}
            spellCheck={false}
            aria-describedby="import-urls-hint"
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <p id="import-urls-hint" className="muted">
          {t("urlsHint")}
        </p>
        <div role="alert">
          {problems.map((problem) => (
            <p key={problem} className={styles["problem"]}>
              {problem}
            </p>
          ))}
        </div>
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t("layout:cancel")}
          </Button>
          <Button type="submit" loading={sending}>
            {urls.length > 1 ? t("importMany", { count: urls.length }) : t("import")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
