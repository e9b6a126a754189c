import type { FetchHeader } from "@kinora/domain/uploads/fetch-header.ts";
import { PasswordInput, TextInput } from "@mantine/core";
import { useTranslation } from "../platform/i18n.ts";
import styles from "./Imports.module.css";

interface Props {
  header: FetchHeader;
  problem: { field: "header_name" | "header_value"; message: string } | null;
  /** Whom the header would be sent to. */
  hosts: readonly string[];
  onChange: (header: FetchHeader) => void;
}

/** A header that the addresses are asked with, for files that do not open for everybody. */
export function HeaderFields({ header, problem, hosts, onChange }: Props) {
  const { t } = useTranslation("imports");
  const said = (field: "header_name" | "header_value") => (problem?.field === field ? problem.message : undefined);
  return (
    <fieldset className={styles["header"]} aria-describedby="import-header-hint">
      <legend>{t("header")}</legend>
      <div className={styles["headerFields"]}>
        <TextInput
          label={t("headerName")}
          placeholder="Authorization"
          autoComplete="off"
          spellCheck={false}
          value={header.name}
          error={said("header_name")}
          onChange={(event) => onChange({ ...header, name: event.currentTarget.value })}
        />
        <PasswordInput
          label={t("headerValue")}
          // A browser would offer the password of this site.
          autoComplete="new-password"
          value={header.value}
          error={said("header_value")}
          visibilityToggleButtonProps={{ "aria-label": t("headerShow") }}
          onChange={(event) => onChange({ ...header, value: event.currentTarget.value })}
        />
      </div>
      <p id="import-header-hint" className="muted">
        {hosts.length === 0 ? t("headerHint") : t("headerHosts", { hosts: hosts.join(", ") })}
      </p>
    </fieldset>
  );
}
