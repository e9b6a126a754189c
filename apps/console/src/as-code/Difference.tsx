import { Box, Stack, Text, VisuallyHidden } from "@mantine/core";
import type { api } from "../platform/client.ts";
import { useTranslation } from "../platform/i18n.ts";
import styles from "./AsCode.module.css";

type SectionDifference = Awaited<ReturnType<typeof api.asCode.importProject>>["differences"][number];
interface Field {
  field: string;
  before?: unknown;
  after?: unknown;
}

/** How much of a value is shown, in characters. */
const SHOWN = 200;

/** What a file changes of a project, section by section. */
export function Difference({ differences, prune }: { differences: readonly SectionDifference[]; prune: boolean }) {
  const { t } = useTranslation("asCode");
  if (differences.length === 0) return <Text c="dimmed">{t("same")}</Text>;
  return (
    <Stack aria-label={t("difference")} gap="sm" renderRoot={(props) => <section {...props} />}>
      {differences.map(({ section, created, changed, removed, order }) => (
        <section key={section} className={styles["section"]}>
          <Box component="h3" className="heading" mb={4}>
            {t(`section_${section}`)}
          </Box>
          <ul className={styles["lines"]}>
            {created.map(({ name, fields }, index) => (
              <Thing key={`+${String(index)}`} mark="added" name={name} fields={fields} />
            ))}
            {changed.map(({ name, note, fields }, index) => (
              <Thing key={`~${String(index)}`} mark="changed" name={name} note={note} fields={fields} compares />
            ))}
            {order ? (
              <Thing
                mark="changed"
                name={t("order")}
                fields={[{ field: "", before: order.before, after: order.after }]}
                compares
              />
            ) : null}
            {removed.map(({ name, note }, index) => (
              <Thing
                key={`-${String(index)}`}
                mark={prune ? "removed" : "kept"}
                name={name}
                note={prune ? note : null}
                fields={[]}
              />
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  );
}

/** One thing with its fields. Its mark is a word: colour alone says nothing to many. */
function Thing({
  mark,
  name,
  note = null,
  fields,
  compares = false,
}: {
  mark: "added" | "changed" | "removed" | "kept";
  name: string | null;
  note?: string | null;
  fields: readonly Field[];
  compares?: boolean;
}) {
  const { t } = useTranslation("asCode");
  return (
    <li>
      <span className={styles["mark"]} data-mark={mark}>
        {t(mark)}
      </span>{" "}
      {name === null ? null : <strong>{name}</strong>}
      {note === null ? null : <span className="muted"> {note}</span>}
      {fields.length === 0 ? null : (
        <ul className={styles["fields"]}>
          {fields.map(({ field, before, after }) => (
            <li key={field}>
              {field === "" ? null : <span className="muted">{field}: </span>}
              {compares ? (
                <>
                  <VisuallyHidden>{t("from")} </VisuallyHidden>
                  <del>{short(before)}</del> <span aria-hidden>→ </span>
                  <VisuallyHidden>{t("to")} </VisuallyHidden>
                </>
              ) : null}
              <ins>{short(after)}</ins>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function short(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return cut(value.join(", ") || "[]");
  return cut(typeof value === "string" && value !== "" ? value : JSON.stringify(value ?? null));
}

const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN).toWellFormed()}…` : text);
