import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useId, type Ref } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import { isTooShort } from "../../platform/use-settled.ts";
import styles from "./SearchField.module.css";

interface SearchFieldProps {
  typed: string;
  label: string;
  onType: (typed: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Where a search is typed; says that it needs 3 letters (spec §5). What they search for, and when, is its owner's. */
export function SearchField({ typed, label, onType, ref }: SearchFieldProps) {
  const { t } = useTranslation("layout");
  const hint = useId();
  const short = isTooShort(typed);
  return (
    <div className={styles["search"]}>
      <TextInput
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
        aria-describedby={short ? hint : undefined}
      />
      {short ? (
        <span id={hint} role="status" className={styles["hint"]}>
          {t("minimumSearch")}
        </span>
      ) : null}
    </div>
  );
}
