import { Button, Drawer, NativeSelect } from "@mantine/core";
import { DaysEditor } from "./DaysEditor.tsx";
import { DisplayPanel, type Display } from "./DisplayPanel.tsx";
import type { Filter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./FilterBar.module.css";

/** Every filter and the display of a list, from the bottom of a phone. */
export function FilterSheet({
  opened,
  onClose,
  filters,
  display,
  onClear,
}: {
  opened: boolean;
  onClose: () => void;
  filters: readonly Filter[];
  display: Display | undefined;
  /** Undefined while nothing is filtered. */
  onClear: (() => void) | undefined;
}) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size="auto"
      title={kitTexts.filters}
      closeButtonProps={{ "aria-label": kitTexts.close }}
    >
      <div className={styles["panel"]}>
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
          <Button onClick={onClose}>{kitTexts.done}</Button>
        </div>
      </div>
    </Drawer>
  );
}

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
