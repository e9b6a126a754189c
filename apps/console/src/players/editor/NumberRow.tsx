import { inUnit } from "@kinora/ui/kit/forms/unit.tsx";
import { TextInput } from "@mantine/core";
import { useState } from "react";

interface Props {
  label: string;
  description?: string;
  unit: string;
  /** Null: empty, where `onEmpty` is given. */
  value: number | null;
  placeholder?: string;
  range: { min: number; max: number };
  error?: string | undefined;
  readOnly: boolean;
  onChange: (value: number) => void;
  onEmpty?: () => void;
}

/** A whole number in its unit. Only numbers of its range are taken over; leaving the field shows what holds. */
export function NumberRow(props: Props) {
  const { label, description, unit, value, placeholder, range, error, readOnly, onChange, onEmpty } = props;
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      readOnly={readOnly}
      error={error}
      {...inUnit(unit)}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={typed ?? String(value ?? "")}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (currentTarget.value === "") onEmpty?.();
        const number = Number(currentTarget.value);
        if (/^\d+$/.test(currentTarget.value) && number >= range.min && number <= range.max) onChange(number);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
