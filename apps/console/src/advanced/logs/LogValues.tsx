import { CodeField } from "@kinora/ui/kit/forms/CodeField.tsx";
import { Button, Group } from "@mantine/core";
import { copyText } from "../../platform/clipboard.ts";
import { useTranslation } from "../../platform/i18n.ts";
import type { LogsAt } from "./logs-view.ts";
import type { LogLine } from "./save-lines.ts";

const LINES_MAX = 16;

/** All of a line, to read and to copy, and the way to the other lines of its request or job. */
export function LogValues({ line, at }: { line: LogLine; at: LogsAt }) {
  const { t } = useTranslation("logs");
  const code = JSON.stringify(line, null, 2);
  const request = line.request_id ?? line.job_id;
  return (
    <>
      <CodeField
        label={t("values")}
        code={code}
        lines={Math.min(LINES_MAX, code.split("\n").length)}
        copyLabel={t("copyLine")}
        onCopy={() => copyText(t("lineCopied"), code)}
      />
      {request !== null && at.address.request === undefined ? (
        <Group mt="xs">
          <Button variant="default" onClick={() => at.show({ request })}>
            {t("request")} {request}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
