import { useTranslation } from "../platform/i18n.ts";
import { Message } from "./Message.tsx";

/** Headers of a message or of its answer, folded; `of` says which. */
export function Headers({ of, headers }: { of: string; headers: Record<string, string> }) {
  const { t } = useTranslation("webhooks");
  return (
    <details>
      <summary>{t("headers")}</summary>
      <Message label={`${of}: ${t("headers")}`}>
        {Object.entries(headers)
          .map(([name, value]) => `${name}: ${value}`)
          .join("\n")}
      </Message>
    </details>
  );
}
