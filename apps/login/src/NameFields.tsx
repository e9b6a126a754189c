import { TextInput } from "@mantine/core";

export interface Name {
  first_name: string;
  last_name: string;
}

interface NameFieldsProps {
  value: Name;
  onChange: (value: Name) => void;
  fieldError: (name: string) => string | undefined;
}

/** First and last name, side by side. */
export function NameFields({ value, onChange, fieldError }: NameFieldsProps) {
  return (
    <div className="names">
      <TextInput
        label="First name"
        autoComplete="given-name"
        required
        withAsterisk={false}
        value={value.first_name}
        error={fieldError("first_name")}
        onChange={(event) => onChange({ ...value, first_name: event.currentTarget.value })}
      />
      <TextInput
        label="Last name"
        autoComplete="family-name"
        required
        withAsterisk={false}
        value={value.last_name}
        error={fieldError("last_name")}
        onChange={(event) => onChange({ ...value, last_name: event.currentTarget.value })}
      />
    </div>
  );
}
