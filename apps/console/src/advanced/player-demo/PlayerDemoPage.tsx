import { EmptyState } from "@kinora/ui/EmptyState.tsx";
import { useForm } from "@kinora/ui/kit/forms/use-form.ts";
import { PageHeader } from "@kinora/ui/PageHeader.tsx";
import { Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { lazyPart } from "../../platform/lazy-part.ts";
import { reasonOf } from "../../platform/problem.ts";
import { session } from "../../platform/session.ts";
import { useStore } from "../../platform/store.ts";
import { toastError } from "../../platform/toasts.ts";
import { FieldProblem, NO_FIELDS, type DemoFields } from "./demo-fields.ts";
import { demoFormatsQuery } from "./demo-queries.ts";
import { DemoForm } from "./DemoForm.tsx";
import styles from "./PlayerDemo.module.css";

const DemoStage = lazyPart(async () => (await import("./DemoStage.tsx")).DemoStage);
const FormatMatrix = lazyPart(async () => (await import("./FormatMatrix.tsx")).FormatMatrix);

/** Plays anything in the real embed page, for superusers (spec §2): any source, player and ad tag, and how it plays. */
export default function PlayerDemoPage() {
  const { t } = useTranslation("playerDemo");
  const edgeUrl = useStore(session, ({ config }) => config?.edge_url ?? "");
  const form = useForm<DemoFields>({ saved: NO_FIELDS });
  const { load, settingsProblems } = useLoad(edgeUrl, form.refuse);
  return (
    <>
      <PageHeader title={t("title")} />
      <Text maw={760} c="dimmed">
        {t("intro")}
      </Text>
      <div className={styles["workbench"]}>
        <DemoForm
          form={form}
          loading={load.isPending}
          settingsProblems={form.error("settings") === undefined ? [] : settingsProblems}
          onSubmit={() => load.mutate(form.values)}
        />
        <section className={styles["stage"]} aria-label={t("stage")}>
          {load.data ? (
            <Suspense fallback={null}>
              <DemoStage key={load.submittedAt} demo={load.data} edgeUrl={edgeUrl} />
            </Suspense>
          ) : (
            <div className={styles["empty"]}>
              <EmptyState icon={<IconPlayerPlay size={22} stroke={1.6} />} title={t("nothing")}>
                {t("nothingText")}
              </EmptyState>
            </div>
          )}
        </section>
      </div>
      <Suspense fallback={null}>
        <FormatMatrix edgeUrl={edgeUrl} />
      </Suspense>
    </>
  );
}

/** Loads what the fields ask for; what cannot be taken is said at its field. */
function useLoad(edgeUrl: string, refuse: (fields: Record<string, string[]>) => boolean) {
  const { t } = useTranslation("playerDemo");
  const client = useQueryClient();
  const [settingsProblems, setSettingsProblems] = useState<readonly string[]>([]);
  const load = useMutation({
    mutationFn: async (fields: DemoFields) => {
      const { loadDemo } = await import("./demo-load.ts");
      return loadDemo(fields, {
        edgeUrl,
        t: (key) => t(key),
        notJson: (reason) => t("settingsNotJson", { reason }),
        host: async () => {
          const formats = await client.query(demoFormatsQuery());
          return formats.find(({ format }) => format === "hls")?.item ?? null;
        },
      });
    },
    onMutate: () => refuse({}),
    onError(error) {
      if (!(error instanceof FieldProblem)) return toastError(reasonOf(error));
      if (error.field === "settings") setSettingsProblems(error.words);
      refuse({ [error.field]: error.words });
    },
  });
  return { load, settingsProblems };
}
