import { useTranslation } from "../platform/i18n.ts";
import { useStore } from "../platform/store.ts";
import { batch } from "./batch.ts";

/** What "For new files" gives to what a dialog imports, so that nobody has to close it to look. */
export function BatchSummary({ rows = false }: { rows?: boolean }) {
  const { t } = useTranslation("imports");
  const { category, tags, preset, publication } = useStore(batch, (value) => value);
  const parts = [
    category?.name,
    ...tags.map(({ name }) => name),
    preset === null ? undefined : t(`preset_${preset}`),
    publication === null ? undefined : t(`publication_${publication}`),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return null;
  return <p className="muted">{t(rows ? "batchForRows" : "batchForUrls", { parts: parts.join(" · ") })}</p>;
}
