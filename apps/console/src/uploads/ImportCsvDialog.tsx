import { DownloadButton } from "@kinora/ui/DownloadButton.tsx";
import { Modal } from "@kinora/ui/floats.ts";
import { Button, Checkbox, Group, Text } from "@mantine/core";
import { IconFile } from "@tabler/icons-react";
import { Suspense, useRef, useState } from "react";
import { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { problemOf } from "../platform/problem.ts";
import { useStore } from "../platform/store.ts";
import { EncodingLater } from "../shell/text-files/EncodingLater.tsx";
import { useTextFile } from "../shell/text-files/use-text-file.ts";
import { batch, batchSettings } from "./batch.ts";
import { BatchSummary } from "./BatchSummary.tsx";
import { useImport } from "./use-import.ts";
import styles from "./Imports.module.css";

type Preview = Awaited<ReturnType<typeof api.imports.previewImports>>;

const MOST_BYTES = 900_000;
const TEMPLATE =
  "url,title,description,category,tags,publish,publish_at,resolutions\r\nhttps://example.com/video.mp4,My video,,,,no,,\r\n";

/** What a row does not say itself it gets from the batch; a row that speaks of publishing says all of it. */
function settingsFor(item: Preview["data"][number]["item"], batched: ReturnType<typeof batchSettings>) {
  if (item.publish === null && item.publish_at === null) return batched;
  const { publish: _publish, publish_at: _publishAt, ...rest } = batched;
  return {
    ...rest,
    ...(item.publish === null ? {} : { publish: item.publish }),
    ...(item.publish_at === null ? {} : { publish_at: item.publish_at }),
  };
}

/** The import of a CSV: its rows are read and shown before it begins. */
function useCsvImport(projectId: number, onClose: () => void) {
  const { t } = useTranslation("imports");
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const chosen = useStore(batch, (value) => value);
  const { send, sending } = useImport(projectId);
  const [createsLabels, setCreatesLabels] = useState(false);
  const close = () => {
    setPreview(null);
    setProblems([]);
    csv.forget();
    onClose();
  };
  const show = async (text: string, creates: boolean) => {
    setPreview(null);
    setProblems([]);
    try {
      setPreview(await api.imports.previewImports({ project_id: projectId, csv: text, create_labels: creates }));
    } catch (error) {
      setProblems([problemOf(error).message ?? t("importFailed")]);
    }
  };
  const csv = useTextFile(({ text }) => void show(text, createsLabels));
  const read = async (file: File | undefined) => {
    setPreview(null);
    setProblems([]);
    csv.forget();
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblems([t("csvTooLarge")]);
    await csv.read(file);
  };
  const create = (creates: boolean) => {
    setCreatesLabels(creates);
    if (csv.file) void show(csv.file.text, creates);
  };
  const start = async () => {
    const rows = preview?.data.filter(({ errors }) => errors.length === 0) ?? [];
    const refused = await send(
      "csv",
      rows.map(({ item }) => ({
        ...settingsFor(item, batchSettings(chosen)),
        url: item.url,
        ...(item.title === "" ? {} : { title: item.title }),
        ...(item.description === "" ? {} : { description: item.description }),
        ...(item.category ? { category_id: item.category.id } : {}),
        ...(item.tags.length > 0 ? { tag_ids: item.tags.map(({ id }) => id) } : {}),
        ...(item.new_category === null ? {} : { new_category: item.new_category }),
        ...(item.new_tags.length > 0 ? { new_tags: item.new_tags } : {}),
        ...(item.ladder_preset === null ? {} : { ladder_preset: item.ladder_preset }),
      })),
    );
    if (refused === null) return;
    if (refused.length === 0) return close();
    setPreview(null);
    setProblems(refused.map(({ url, message }) => t("notImported", { url, message: message ?? "" })));
  };
  return { preview, problems, sending, csv, createsLabels, create, read, start, close };
}

interface ImportCsvDialogProps {
  projectId: number;
  opened: boolean;
  onClose: () => void;
}

/** Takes a CSV of addresses: what each row would become is shown first, with what is wrong with it. */
export function ImportCsvDialog({ projectId, opened, onClose }: ImportCsvDialogProps) {
  const { t } = useTranslation(["imports", "layout"]);
  const { preview, problems, sending, csv, createsLabels, create, read, start, close } = useCsvImport(
    projectId,
    onClose,
  );
  const hasNewLabels =
    preview?.data.some(({ item }) => item.new_category !== null || item.new_tags.length > 0) ?? false;
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t("csvTitle")}
      closeButtonProps={{ "aria-label": t("layout:close") }}
      size={640}
    >
      <p className="muted">{t("csvText")}</p>
      <CsvChooser onChoose={(file) => void read(file)} />
      {csv.file && !csv.file.isCertain ? (
        <Suspense fallback={null}>
          <EncodingLater file={csv.file} onChoose={csv.decode} />
        </Suspense>
      ) : null}
      <BatchSummary rows />
      <div role="alert">
        {problems.map((problem) => (
          <Text key={problem} className="note problem" mt={4}>
            {problem}
          </Text>
        ))}
      </div>
      {hasNewLabels ? (
        <Checkbox
          mt="sm"
          label={t("csvCreateLabels")}
          checked={createsLabels}
          onChange={(event) => create(event.currentTarget.checked)}
        />
      ) : null}
      {preview ? <CsvRows preview={preview} /> : null}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={close}>
          {t("layout:cancel")}
        </Button>
        <Button disabled={(preview?.valid ?? 0) === 0} loading={sending} onClick={() => void start()}>
          {preview && preview.valid > 1 ? t("importMany", { count: preview.valid }) : t("import")}
        </Button>
      </Group>
    </Modal>
  );
}

/** Chooses the file, or gives one to begin with. */
function CsvChooser({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const { t } = useTranslation("imports");
  const input = useRef<HTMLInputElement>(null);
  return (
    <Group gap="xs">
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,text/csv"
        data-testid="csv-input"
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        data-autofocus
        leftSection={<IconFile size={16} stroke={1.6} />}
        onClick={() => input.current?.click()}
      >
        {t("csvChoose")}
      </Button>
      <DownloadButton
        variant="subtle"
        href={`data:text/csv;charset=utf-8,${encodeURIComponent(TEMPLATE)}`}
        name="imports.csv"
      >
        {t("csvTemplate")}
      </DownloadButton>
    </Group>
  );
}

/** What each row would become, and what is wrong with it. */
function CsvRows({ preview }: { preview: Preview }) {
  const { t } = useTranslation("imports");
  return (
    <>
      <p role="status">{t("csvValid", { valid: preview.valid, total: preview.data.length })}</p>
      {preview.ignored_columns.length > 0 ? (
        <p>{t("csvIgnored", { count: preview.ignored_columns.length, columns: preview.ignored_columns.join(", ") })}</p>
      ) : null}
      <ul className={styles["rows"]} aria-label={t("csvRows")}>
        {preview.data.map(({ line, item, errors }) => (
          <li key={line}>
            <span className="muted">{t("csvLine", { line })}</span>{" "}
            {item.title === "" ? item.url : `${item.title} – ${item.url}`}
            {errors.map((error) => (
              <Text key={error} className="note problem" mt={4}>
                {error}
              </Text>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
