import { ComboboxChevron, ComboboxClearButton, InputBase, type SelectProps } from "@mantine/core";
import { createLaterField } from "./laterField.ts";

type FieldProps = Pick<
  SelectProps,
  "label" | "description" | "error" | "placeholder" | "disabled" | "required" | "className" | "aria-label" | "w"
>;
type ListProps = Pick<SelectProps, "searchable" | "clearable" | "allowDeselect" | "limit">;

export interface SelectLaterProps<Value extends string = string> extends FieldProps, ListProps {
  data: readonly (Value | { value: Value; label: string })[];
  value: Value | null;
  onChange(this: void, value: Value | null): void;
}

const useSelectField = createLaterField(async () => (await import("./SelectField.tsx")).SelectField);

/** A choice from a list that comes when somebody reaches for it. */
export function SelectLater<Value extends string>(props: SelectLaterProps<Value>) {
  const { searchable = false } = props;
  const { part: Field, id, standIn, typed, onChange } = useSelectField(searchable, searchable);
  if (Field) return <Field id={id} {...props} />;
  const { data, value, clearable, onChange: choose, searchable: _s, allowDeselect: _a, limit: _l, ...others } = props;
  const chosen = data.find((each) => (typeof each === "string" ? each : each.value) === value);
  const label = typeof chosen === "string" ? chosen : (chosen?.label ?? "");
  const chevron = <ComboboxChevron size="sm" error={props.error} />;
  return (
    <InputBase
      {...others}
      {...standIn}
      readOnly={!searchable}
      pointer={!searchable}
      value={typed ?? label}
      onChange={onChange}
      rightSectionPointerEvents="none"
      __defaultRightSection={chevron}
      __clearSection={<ComboboxClearButton onClear={() => choose(null)} />}
      __clearable={clearable === true && value !== null && !props.disabled}
    />
  );
}
