import { FormDialog } from "@kinora/ui/kit/forms/FormDialog.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Box, Checkbox, Textarea } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import { Difference } from "./Difference.tsx";
import { FileField } from "./FileField.tsx";
import { SecretsDialog } from "./SecretsDialog.tsx";
import { useImport } from "./use-import.ts";
import styles from "./AsCode.module.css";

/** Takes a file, shows what it changes, and applies just that. */
export function ImportDialog({ projectId, onClose }: { projectId: number; onClose: () => void }) {
  const { t } = useTranslation("asCode");
  const form = useForm({
    saved: { document: "", prune: false },
    check: ({ document }) => (document.trim() === "" ? { document: t("documentEmpty") } : {}),
  });
  const { document, prune } = form.values;
  const { shown, ready, problems, secrets, forget, busy, proceed } = useImport(projectId, form.values, onClose);
  const edit = (values: Partial<typeof form.values>) => {
    form.edit(values);
    forget();
  };
  if (secrets.length > 0) return <SecretsDialog secrets={secrets} onClose={onClose} />;
  const removes = prune && ready?.differences.some(({ removed }) => removed.length > 0);
  return (
    <FormDialog
      title={t("title")}
      submit={ready ? t("apply", { count: ready.changes, formatted: formatNumber(ready.changes) }) : t("show")}
      size={640}
      form={form}
      danger={removes ?? false}
      saving={busy}
      onSubmit={proceed}
      onClose={onClose}
    >
      <FileField onText={(text) => edit({ document: text })} onProblem={(message) => forget([message])} />
      <Textarea
        label={t("document")}
        required
        rows={8}
        spellCheck={false}
        classNames={{ input: styles["code"] ?? "" }}
        value={document}
        error={form.error("document")}
        onChange={(event) => edit({ document: event.currentTarget.value })}
      />
      <Checkbox
        label={t("prune")}
        description={t("pruneHint")}
        checked={prune}
        onChange={(event) => edit({ prune: event.currentTarget.checked })}
      />
      <div aria-live="polite">
        {problems.length > 0 ? <Problems messages={problems} /> : null}
        {shown ? <Difference differences={shown.differences} prune={prune} /> : null}
      </div>
    </FormDialog>
  );
}

function Problems({ messages }: { messages: readonly string[] }) {
  const { t } = useTranslation("asCode");
  return (
    <section className={styles["problems"]} aria-label={t("problems")}>
      <Box component="h3" className="heading" mb={4}>
        {t("problems")}
      </Box>
      <ul className={styles["lines"]}>
        {messages.map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </section>
  );
}
