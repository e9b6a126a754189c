import { Stack, TextInput } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { todayInZone } from "../moments.ts";
import { presetName } from "./days-in-words.ts";
import { dayAfter, PRESET_DAYS, presetOf, rangeAfter, type DaysFilter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import styles from "./FilterPanels.module.css";

const DAY = /^\d{4}-\d\d-\d\d$/;
// Few who open a list look for days.
const DaysCalendar = lazy(async () => ({ default: (await import("./DaysCalendar.tsx")).DaysCalendar }));

/** The days a list is filtered by: offered ranges, or two days of a calendar of two months. */
export function DaysEditor({ filter, onDone }: { filter: DaysFilter; onDone?: () => void }) {
  const today = todayInZone();
  const preset = presetOf(filter, today);
  const choose = (day: string) => {
    const range = rangeAfter(filter, day);
    filter.onChange(range);
    if (range.to !== undefined) onDone?.();
  };
  return (
    <div className={styles["days"]}>
      <div className={styles["presets"]}>
        {PRESET_DAYS.map((days) => (
          <button
            key={days}
            type="button"
            className={styles["option"]}
            aria-pressed={preset === days}
            onClick={() => {
              filter.onChange({ from: dayAfter(today, 1 - days), to: undefined });
              onDone?.();
            }}
          >
            {presetName(days)}
          </button>
        ))}
      </div>
      <Stack gap="sm">
        <div className={styles["ends"]}>
          <DayField
            label={kitTexts.from}
            value={filter.from}
            onDay={(from) => filter.onChange({ from, to: filter.to })}
          />
          <DayField label={kitTexts.to} value={filter.to} onDay={(to) => filter.onChange({ from: filter.from, to })} />
        </div>
        <Suspense fallback={<div className={styles["months"]} />}>
          <DaysCalendar filter={filter} today={today} onDay={choose} />
        </Suspense>
      </Stack>
    </div>
  );
}

/** A day one types: it counts as soon as it is one. */
function DayField({
  label,
  value,
  onDay,
}: {
  label: string;
  value: string | undefined;
  onDay: (day: string | undefined) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      placeholder="2030-01-31"
      value={typed ?? value ?? ""}
      onBlur={() => setTyped(null)}
      onChange={(event) => {
        const text = event.currentTarget.value.trim();
        setTyped(text);
        if (text === "") onDay(undefined);
        if (DAY.test(text) && !Number.isNaN(new Date(`${text}T00:00:00Z`).getTime())) onDay(text);
      }}
    />
  );
}
