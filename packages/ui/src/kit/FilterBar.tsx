import { Button, CloseButton, Popover } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconFilter, IconPlus } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { Segments } from "../Segments.tsx";
import { ChoiceList } from "./ChoiceList.tsx";
import { DaysEditor, daysInWords } from "./DaysEditor.tsx";
import { DisplayPanel, type Display } from "./DisplayPanel.tsx";
import { isOn, turnOff, type ChoiceFilter, type Filter } from "./filters.ts";
import { FilterSheet } from "./FilterSheet.tsx";
import { kitTexts } from "./kit-texts.ts";
import { usePhone } from "./use-width.ts";
import styles from "./FilterBar.module.css";

/** The one status a list is mostly filtered by; the first of its options is everything. */
export interface StatusSegments extends Omit<ChoiceFilter, "kind" | "icon"> {
  /** What stands for everything. */
  all: string;
}

export interface FilterBarProps {
  /** The search field. */
  search?: ReactNode;
  segments?: StatusSegments | undefined;
  filters: readonly Filter[];
  display?: Display | undefined;
  onClear: () => void;
  /** What stands at the end, such as the choice between list and grid. */
  children?: ReactNode;
}

/**
 * What a list is searched for and filtered by, in one row: search, the segments of its status where there is room, a
 * chip for each filter, and how it is displayed. On phones it is the search and a sheet.
 */
export function FilterBar({ search, segments, filters, display, onClear, children }: FilterBarProps) {
  const phone = usePhone();
  const roomy = useMediaQuery("(min-width: 1080px)", true, { getInitialValueInEffect: false });
  const all: readonly Filter[] = segments && !roomy ? [{ ...segments, kind: "choice" }, ...filters] : filters;
  const on = all.filter(isOn);
  const [sheet, setSheet] = useState(false);
  if (phone) {
    return (
      <div className={styles["bar"]}>
        {search}
        {all.length > 0 || display ? (
          <Button
            variant="default"
            className={styles["sheetButton"] ?? ""}
            aria-label={kitTexts.filters}
            onClick={() => setSheet(true)}
          >
            <IconFilter size={16} stroke={1.6} />
            {on.length > 0 ? <span className={styles["count"]}>{on.length}</span> : null}
          </Button>
        ) : null}
        {children}
        <FilterSheet
          opened={sheet}
          onClose={() => setSheet(false)}
          filters={all}
          display={display}
          onClear={on.length > 0 ? onClear : undefined}
        />
      </div>
    );
  }
  return (
    <div className={styles["bar"]}>
      {search}
      {segments && roomy ? (
        <Segments
          aria-label={segments.label}
          value={segments.value ?? ""}
          data={[{ value: "", label: segments.all }, ...segments.options]}
          onChange={(value) => segments.onChange(value === "" ? undefined : value)}
        />
      ) : null}
      <AddFilter filters={all} />
      {on.map((filter) => (
        <FilterChip key={filter.id} filter={filter} />
      ))}
      {on.length > 1 ? (
        <Button variant="subtle" color="gray" onClick={onClear}>
          {kitTexts.clearFilters}
        </Button>
      ) : null}
      <div className={styles["end"]}>
        {display ? <DisplayButton display={display} /> : null}
        {children}
      </div>
    </div>
  );
}

const DisplayButton = ({ display }: { display: Display }) => (
  <Popover position="bottom-end" trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}>
        {kitTexts.display}
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label={kitTexts.display} w={260}>
      <DisplayPanel {...display} />
    </Popover.Dropdown>
  </Popover>
);

/** First the name of a filter, then its value. */
function AddFilter({ filters }: { filters: readonly Filter[] }) {
  const [opened, setOpened] = useState(false);
  const [chosen, setChosen] = useState<string | null>(null);
  // One that is edited stays, although its first day has turned it on.
  const filter = filters.find(({ id }) => id === chosen);
  const off = filters.filter((one) => !isOn(one));
  const show = (on: boolean) => {
    setOpened(on);
    setChosen(null);
  };
  if (off.length === 0 && !opened) return null;
  return (
    <Popover opened={opened} onChange={show} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <button type="button" className={styles["add"]} aria-label={kitTexts.addFilter} onClick={() => show(!opened)}>
          <IconPlus size={14} stroke={1.8} aria-hidden="true" />
          {kitTexts.filter}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={kitTexts.addFilter} p={6}>
        {filter ? (
          <FilterEditor filter={filter} onDone={() => show(false)} />
        ) : (
          <ChoiceList
            label={kitTexts.filterBy}
            options={off.map(({ id, label, icon }) => ({ value: id, label, icon }))}
            onChoose={setChosen}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

/** A filter that is on: pressed, it is edited in place. */
function FilterChip({ filter }: { filter: Filter }) {
  const [opened, setOpened] = useState(false);
  return (
    <span className={styles["chip"]}>
      <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <button type="button" className={styles["chipText"]} onClick={() => setOpened(!opened)}>
            <span className="muted">{filter.label}:</span>{" "}
            <span className={styles["chipValue"]}>{wordsOf(filter)}</span>
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={filter.label} p={6}>
          <FilterEditor filter={filter} onDone={() => setOpened(false)} />
        </Popover.Dropdown>
      </Popover>
      <CloseButton
        size={20}
        iconSize={12}
        // Several of one name may be on, such as two tags.
        aria-label={kitTexts.remove(filter.kind === "own" ? `${filter.label} ${filter.words}` : filter.label)}
        onClick={() => turnOff(filter)}
      />
    </span>
  );
}

/** What a filter that is on is set to. */
function wordsOf(filter: Filter): string | undefined {
  if (filter.kind === "days") return daysInWords(filter);
  if (filter.kind === "own") return filter.words;
  return filter.options.find(({ value }) => value === filter.value)?.label ?? filter.value;
}

function FilterEditor({ filter, onDone }: { filter: Filter; onDone: () => void }) {
  if (filter.kind === "own") return filter.editor(onDone);
  if (filter.kind === "days") return <DaysEditor filter={filter} onDone={onDone} />;
  return (
    <ChoiceList
      key={filter.id}
      label={filter.label}
      options={filter.options}
      value={filter.value}
      onChoose={(value) => {
        filter.onChange(value);
        onDone();
      }}
    />
  );
}
