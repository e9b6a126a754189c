import { Box, Button, CloseButton, Group } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconChevronDown, IconFilter, IconPlus } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { laterCode } from "../later.ts";
import { Segments } from "../Segments.tsx";
import { daysInWords } from "./days-in-words.ts";
import type { Display } from "./DisplayPanel.tsx";
import { isOn, turnOff, type ChoiceFilter, type Filter, type ShownBy } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import { OpensLater } from "./OpensLater.tsx";
import { usePhone } from "./use-width.ts";
import styles from "./FilterBar.module.css";

const panels = {
  add: laterCode(async () => (await import("./FilterPanels.tsx")).AddPanel),
  edit: laterCode(async () => (await import("./FilterPanels.tsx")).EditPanel),
  display: laterCode(async () => (await import("./FilterPanels.tsx")).DisplayPopover),
  sheet: laterCode(async () => (await import("./FilterSheet.tsx")).FilterSheet),
};

/** The one status a list is mostly filtered by; the first of its options is everything. */
export interface StatusSegments extends Omit<ChoiceFilter, "kind" | "icon"> {
  /** What stands for everything. */
  all: string;
}

export interface FilterBarProps {
  /** The search field. */
  search?: ReactNode;
  segments?: StatusSegments | undefined;
  /** What is always set, such as the range of a report: filled buttons that say to what. */
  shownBy?: readonly ShownBy[];
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
export function FilterBar({ search, segments, shownBy = [], filters, display, onClear, children }: FilterBarProps) {
  const phone = usePhone();
  const roomy = useMediaQuery("(min-width: 1080px)", true, { getInitialValueInEffect: false });
  const all: readonly Filter[] = segments && !roomy ? [{ ...segments, kind: "choice" }, ...filters] : filters;
  const on = all.filter(isOn);
  if (phone) {
    return (
      <div className={styles["bar"]}>
        {search}
        <ShownByButtons of={shownBy} />
        {all.length > 0 || display ? (
          <OpensLater
            code={panels.sheet}
            given={{ filters: all, display, onClear: on.length > 0 ? onClear : undefined }}
            opens="dialog"
          >
            <Button variant="default" className={styles["sheetButton"] ?? ""} aria-label={kitTexts.filters}>
              <IconFilter size={16} stroke={1.6} />
              {on.length > 0 ? <span className={styles["count"]}>{on.length}</span> : null}
            </Button>
          </OpensLater>
        ) : null}
        {children}
      </div>
    );
  }
  return (
    <div className={styles["bar"]}>
      {search}
      <ShownByButtons of={shownBy} />
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
      <Group gap="xs" wrap="nowrap" ml="auto">
        {display ? <DisplayButton display={display} /> : null}
        {children}
      </Group>
    </div>
  );
}

const ShownByButtons = ({ of }: { of: readonly ShownBy[] }) =>
  of.map(({ filter, words }) => (
    <OpensLater key={filter.id} code={panels.edit} given={{ filter }} opens="dialog">
      <button type="button" className={styles["shownBy"]} aria-label={`${filter.label}: ${words}`}>
        {words}
        <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
      </button>
    </OpensLater>
  ));

const DisplayButton = ({ display }: { display: Display }) => (
  <OpensLater code={panels.display} given={{ display }} opens="dialog">
    <Button variant="default" leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.6} />}>
      {kitTexts.display}
    </Button>
  </OpensLater>
);

function AddFilter({ filters }: { filters: readonly Filter[] }) {
  const [opened, setOpened] = useState(false);
  // One that is edited stays, although its first day has turned it on.
  if (filters.every(isOn) && !opened) return null;
  return (
    <OpensLater code={panels.add} given={{ filters }} opens="dialog" onChange={setOpened}>
      <button type="button" className={styles["add"]} aria-label={kitTexts.addFilter}>
        <IconPlus size={14} stroke={1.8} aria-hidden="true" />
        {kitTexts.filter}
      </button>
    </OpensLater>
  );
}

/** A filter that is on: pressed, it is edited in place. */
const FilterChip = ({ filter }: { filter: Filter }) => (
  <span className={styles["chip"]}>
    <OpensLater code={panels.edit} given={{ filter }} opens="dialog">
      <button type="button" className={styles["chipText"]}>
        <span className="muted">{filter.label}:</span>{" "}
        <Box component="span" fw={600}>
          {wordsOf(filter)}
        </Box>
      </button>
    </OpensLater>
    <CloseButton
      size={20}
      iconSize={12}
      // Several of one name may be on, such as two tags.
      aria-label={kitTexts.remove(filter.kind === "own" ? `${filter.label} ${filter.words}` : filter.label)}
      onClick={() => turnOff(filter)}
    />
  </span>
);

/** What a filter that is on is set to. */
function wordsOf(filter: Filter): string | undefined {
  if (filter.kind === "days") return daysInWords(filter);
  if (filter.kind === "own") return filter.words;
  return filter.options.find(({ value }) => value === filter.value)?.label ?? filter.value;
}
