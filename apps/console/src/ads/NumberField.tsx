import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { TextInput } from "@mantine/core";

/** A whole number with its unit. Empty is null, where the setting allows it, and 0 otherwise. */
export function NumberField({
  label,
  hint,
  unit,
  value,
  placeholder,
  error,
  readOnly,
  onChange,
}: {
  label: string;
  hint?: string;
  unit: string;
  value: number | null;
  placeholder?: string;
  error?: string | undefined;
  readOnly: boolean;
  onChange: (value: number | null) => void;
}) {
  return (
    <TextInput
      label={label}
      description={hint}
      error={error}
      readOnly={readOnly}
      placeholder={placeholder}
      {...inUnit(unit)}
      value={value === null ? "" : String(value)}
      onChange={({ currentTarget }) => {
        const digits = currentTarget.value.replaceAll(/\D/g, "").slice(0, 6);
        onChange(digits === "" ? null : Number(digits));
      }}
    />
  );
}
