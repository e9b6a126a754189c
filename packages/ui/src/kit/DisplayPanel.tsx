import { Checkbox, NativeSelect, Stack } from "@mantine/core";
import { Segments } from "../Segments.tsx";
import type { Option } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./FilterPanels.module.css";

/** How a list is displayed; what is left out cannot be changed. */
export interface Display {
  sort?: { value: string; options: readonly Option[]; onChange: (sort: string) => void };
  /** The columns one may hide, and those that are hidden. */
  columns?: {
    options: readonly { id: string; header: string }[];
    hidden: ReadonlySet<string>;
    onHide: (hidden: ReadonlySet<string>) => void;
  };
  dense?: { value: boolean; onChange: (dense: boolean) => void };
  perPage?: { value: number; sizes: readonly number[]; onChange: (perPage: number) => void };
}

/** Order, columns, density and rows of a page. */
export function DisplayPanel({ sort, columns, dense, perPage }: Display) {
  return (
    <Stack gap={14}>
      {sort ? (
        <NativeSelect
          label={kitTexts.sortOrder}
          value={sort.value}
          data={[...sort.options]}
          onChange={(event) => sort.onChange(event.currentTarget.value)}
        />
      ) : null}
      {dense ? (
        <div>
          <div className={styles["panelLabel"]}>{kitTexts.density}</div>
          <Segments
            aria-label={kitTexts.density}
            fullWidth
            value={dense.value ? "compact" : "comfortable"}
            data={[
              { value: "comfortable", label: kitTexts.comfortable },
              { value: "compact", label: kitTexts.compact },
            ]}
            onChange={(value) => dense.onChange(value === "compact")}
          />
        </div>
      ) : null}
      {perPage ? (
        <div>
          <div className={styles["panelLabel"]}>{kitTexts.rowsPerPage}</div>
          <Segments
            aria-label={kitTexts.rowsPerPage}
            fullWidth
            value={String(perPage.value)}
            data={perPage.sizes.map((size) => ({ value: String(size), label: String(size) }))}
            onChange={(size) => perPage.onChange(Number(size))}
          />
        </div>
      ) : null}
      {columns && columns.options.length > 0 ? (
        <fieldset className={styles["columns"]}>
          <legend className={styles["panelLabel"]}>{kitTexts.columns}</legend>
          {columns.options.map(({ id, header }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={!columns.hidden.has(id)}
              onChange={(event) => {
                const hidden = new Set(columns.hidden);
                if (event.currentTarget.checked) hidden.delete(id);
                else hidden.add(id);
                columns.onHide(hidden);
              }}
            />
          ))}
        </fieldset>
      ) : null}
    </Stack>
  );
}
