import { Input, InputBase, type ComboboxData, type Primitive, type SelectProps } from "@mantine/core";
import { laterCode } from "../../later.ts";
import { reaching, useReached, type Reached } from "../use-reached.ts";
import styles from "./Select.module.css";

const field = laterCode(async () => (await import("./SelectField.tsx")).SelectField);

/**
 * A field with a list to choose from. The list is fetched when the browser is idle, or at once when someone reaches for
 * the field: until then it looks the same, and what was done to it is repeated.
 */
export function Select<Value extends Primitive = string>(props: SelectProps<Value>) {
  const { code: SelectField, id, reach } = useReached(field, props.id);
  return SelectField ? <SelectField {...props} id={id} /> : <Waiting {...props} id={id} onReach={reach} />;
}

/** The field before its list is there. */
function Waiting<Value extends Primitive>({
  onReach,
  ...props
}: SelectProps<Value> & { onReach: (how: Reached) => void }) {
  const { data = [], value, searchable = false, clearable = false, disabled, readOnly, size = "sm", error } = props;
  const hasValue = value !== undefined && value !== null;
  const isClearable = clearable && hasValue && disabled !== true && readOnly !== true;
  return (
    <InputBase
      {...ofInput(props)}
      {...(isClearable ? { __clearSection: <Input.ClearButton tabIndex={-1} aria-hidden />, __clearable: true } : {})}
      __staticSelector="Select"
      __defaultRightSection={<Chevron size={size} error={error} />}
      rightSectionPointerEvents={props.rightSectionPointerEvents ?? "none"}
      pointer={!searchable}
      value={hasValue ? labelOf(data, value) : ""}
      {...reaching(onReach)}
    />
  );
}

/** What only a field with a list understands. */
const OF_LISTS: readonly string[] = [
  ...["data", "value", "defaultValue", "onChange", "onClear", "filter", "limit", "renderOption", "comboboxProps"],
  ...["searchable", "searchValue", "defaultSearchValue", "onSearchChange", "nothingFoundMessage", "autoSelectOnBlur"],
  ...["allowDeselect", "clearable", "clearButtonProps", "hiddenInputProps", "maxDropdownHeight", "scrollAreaProps"],
  ...["checkIconPosition", "withCheckIcon", "selectFirstOptionOnChange", "onOptionSubmit", "onDropdownOpen"],
];

const ofInput = (props: object): object =>
  Object.fromEntries(Object.entries(props).filter(([name]) => !OF_LISTS.includes(name)));

/** What a value is called in a list. */
function labelOf<Value extends Primitive>(data: ComboboxData<Value>, value: Value): string {
  const items = data.flatMap((one) => (typeof one === "object" && one !== null && "items" in one ? one.items : [one]));
  for (const item of items) {
    if (typeof item !== "object" || item === null) {
      if (item === value) return String(item);
    } else if (item.value === value) return "label" in item ? item.label : String(value);
  }
  return "";
}

const Chevron = ({ size, error }: { size: string | number; error: unknown }) => (
  <svg
    className={styles["chevron"]}
    data-size={size}
    data-error={error ? true : undefined}
    viewBox="0 0 15 15"
    fill="none"
    aria-hidden="true"
  >
    <path
      d="M4.93179 5.43179C4.75605 5.60753 4.75605 5.89245 4.93179 6.06819C5.10753 6.24392 5.39245 6.24392 5.56819 6.06819L7.49999 4.13638L9.43179 6.06819C9.60753 6.24392 9.89245 6.24392 10.0682 6.06819C10.2439 5.89245 10.2439 5.60753 10.0682 5.43179L7.81819 3.18179C7.73379 3.0974 7.61933 3.04999 7.49999 3.04999C7.38064 3.04999 7.26618 3.0974 7.18179 3.18179L4.93179 5.43179ZM10.0682 9.56819C10.2439 9.39245 10.2439 9.10753 10.0682 8.93179C9.89245 8.75606 9.60753 8.75606 9.43179 8.93179L7.49999 10.8636L5.56819 8.93179C5.39245 8.75606 5.10753 8.75606 4.93179 8.93179C4.75605 9.10753 4.75605 9.39245 4.93179 9.56819L7.18179 11.8182C7.35753 11.9939 7.64245 11.9939 7.81819 11.8182L10.0682 9.56819Z"
      fill="currentColor"
      fillRule="evenodd"
      clipRule="evenodd"
    />
  </svg>
);
