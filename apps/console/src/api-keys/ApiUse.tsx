import { API_KEY_REQUESTS_PER_MINUTE } from "@kinora/domain/api-keys/limits.ts";
import { formatNumber } from "@kinora/ui/numbers.ts";
import { Panel } from "@kinora/ui/Panel.tsx";
import { Segments } from "@kinora/ui/Segments.tsx";
import { Group, Stack } from "@mantine/core";
import { useState } from "react";
import { apiHost } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import { CopyCodes } from "../shell/fields/CopyCodes.tsx";
import {
  environmentOf,
  exampleCode,
  EXAMPLES,
  LANGUAGES,
  programOf,
  type Example,
  type Language,
} from "./quick-start.ts";
import styles from "./ApiKeys.module.css";

/** Where the API of this project is, and calls of it that run. */
export function ApiUse({ projectId, hash }: { projectId: number; hash: string }) {
  const { t } = useTranslation("apiKeys");
  const apiUrl = apiHost();
  return (
    <div className={styles["use"]}>
      <Panel title={t("use")}>
        <Stack gap="sm" miw={0}>
          <CopyCodes
            codes={[
              [t("baseUrl"), apiUrl, 1],
              [t("projectId"), hash, 1],
              [t("projectNumber"), String(projectId), 1],
            ]}
          />
          <p className="note">{t("facts", { limit: formatNumber(API_KEY_REQUESTS_PER_MINUTE) })}</p>
          <Group align="stretch" renderRoot={(props) => <p {...props} />}>
            <a href={`${apiUrl}/docs`} target="_blank" rel="noreferrer">
              {t("reference")}
            </a>
            <a href={`${apiUrl}/openapi.json`} target="_blank" rel="noreferrer">
              {t("openapi")}
            </a>
          </Group>
        </Stack>
      </Panel>
      <QuickStart apiUrl={apiUrl} projectId={projectId} />
    </div>
  );
}

function QuickStart({ apiUrl, projectId }: { apiUrl: string; projectId: number }) {
  const { t } = useTranslation("apiKeys");
  const [example, setExample] = useState<Example>("list");
  const [language, setLanguage] = useState<Language>("curl");
  const code = exampleCode(example, language, { apiUrl, projectId, secret: null });
  const isProgram = language === "typescript";
  return (
    <Panel title={t("quickStart")}>
      <Stack gap="sm" miw={0}>
        <Group gap="8px 16px">
          <Segments
            aria-label={t("example")}
            value={example}
            data={EXAMPLES.map((value) => ({ value, label: t(`example_${value}`) }))}
            onChange={setExample}
          />
          <Segments
            aria-label={t("language")}
            value={language}
            data={LANGUAGES.map((value) => ({ value, label: t(`language_${value}`) }))}
            onChange={setLanguage}
          />
        </Group>
        <p className="note">{t("quickStartText")}</p>
        <CopyCodes
          codes={[
            [t("environment"), environmentOf(), 1],
            [t(isProgram ? "program" : "command"), code, code.split("\n").length],
          ]}
        />
        {isProgram ? <p className="note">{t("programText", { file: programOf(example) })}</p> : null}
      </Stack>
    </Panel>
  );
}
