import { cloneElement, useState, type ReactNode } from "react";
import { Popover } from "../floats.ts";
import { ChoiceList } from "./ChoiceList.tsx";
import { DaysEditor } from "./DaysEditor.tsx";
import { DisplayPanel, type Display } from "./DisplayPanel.tsx";
import { isOn, type Filter } from "./filters.ts";
import { kitTexts } from "./kit-texts.ts";
import type { OpenedLater } from "./OpensLater.tsx";
import { Sheet } from "./Sheet.tsx";
import { usePhone } from "./use-width.ts";

interface PanelProps extends OpenedLater {
  label: string;
  position?: "bottom-start" | "bottom-end";
  width?: number;
  padding?: number;
  children: ReactNode;
}

/** Beside its button; on a phone it comes from the bottom. */
const Panel = (props: PanelProps) => (usePhone() ? <Sheet {...props} title={props.label} /> : <Beside {...props} />);

const Beside = ({
  target,
  opened,
  onChange,
  label,
  position = "bottom-start",
  width,
  padding,
  children,
}: PanelProps) => (
  <Popover opened={opened} onChange={onChange} position={position} trapFocus returnFocus>
    <Popover.Target>{cloneElement(target, { onClick: () => onChange(!opened) })}</Popover.Target>
    <Popover.Dropdown
      aria-label={label}
      {...(width === undefined ? {} : { w: width })}
      {...(padding === undefined ? {} : { p: padding })}
    >
      {children}
    </Popover.Dropdown>
  </Popover>
);

export const DisplayPopover = ({ display, ...opened }: OpenedLater & { display: Display }) => (
  <Panel {...opened} label={kitTexts.display} position="bottom-end" width={260}>
    <DisplayPanel {...display} />
  </Panel>
);

/** First the name of a filter, then its value. */
export function AddPanel({ filters, onChange, ...opened }: OpenedLater & { filters: readonly Filter[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const filter = filters.find(({ id }) => id === chosen);
  const show = (on: boolean) => {
    onChange(on);
    setChosen(null);
  };
  return (
    <Panel {...opened} onChange={show} label={kitTexts.addFilter} padding={6}>
      {filter ? (
        <FilterEditor filter={filter} onDone={() => show(false)} />
      ) : (
        <ChoiceList
          label={kitTexts.filterBy}
          options={filters.flatMap((one) => (isOn(one) ? [] : [{ value: one.id, label: one.label, icon: one.icon }]))}
          onChoose={setChosen}
        />
      )}
    </Panel>
  );
}

export const EditPanel = ({ filter, ...opened }: OpenedLater & { filter: Filter }) => (
  <Panel {...opened} label={filter.label} padding={6}>
    <FilterEditor filter={filter} onDone={() => opened.onChange(false)} />
  </Panel>
);

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
