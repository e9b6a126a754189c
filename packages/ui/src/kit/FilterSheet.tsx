import { Button, NativeSelect, Stack } from "@mantine/core";
import { DaysEditor } from "./DaysEditor.tsx";
import { DisplayPanel, type Display } from "./DisplayPanel.tsx";
import type { Filter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import type { OpenedLater } from "./OpensLater.tsx";
import { Sheet } from "./Sheet.tsx";
import styles from "./FilterPanels.module.css";

/** Every filter and the display of a list, from the bottom of a phone. */
export const FilterSheet = ({
  filters,
  display,
  onClear,
  ...opened
}: OpenedLater & {
  filters: readonly Filter[];
  display: Display | undefined;
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined;
}) => (
  <Sheet title={kitTexts.filters} {...opened}>
    <Stack gap={14}>
      {filters.map((filter) => (
        <SheetField key={filter.id} filter={filter} />
      ))}
      {display ? <DisplayPanel {...display} /> : null}
      <div className={styles["sheetEnd"]}>
        {onClear ? (
          <Button variant="default" onClick={onClear}>
            {kitTexts.clearFilters}
          </Button>
        ) : null}
        <Button onClick={() => opened.onChange(false)}>{kitTexts.done}</Button>
      </div>
    </Stack>
  </Sheet>
);

function SheetField({ filter }: { filter: Filter }) {
  if (filter.kind === "choice") {
    return (
      <NativeSelect
        label={filter.label}
        value={filter.value ?? ""}
        data={[{ value: "", label: kitTexts.any }, ...filter.options]}
        onChange={({ currentTarget }) => filter.onChange(currentTarget.value === "" ? undefined : currentTarget.value)}
      />
    );
  }
  return (
    <fieldset className={styles["columns"]}>
      <legend className={styles["panelLabel"]}>{filter.label}</legend>
      {filter.kind === "days" ? <DaysEditor filter={filter} /> : filter.editor(() => {})}
    </fieldset>
  );
}
