import { DETAILS_MAX } from "@kinora/domain/accounts/details.ts";
import { COUNTRIES } from "@kinora/domain/projects/countries.ts";
import { Select } from "@kinora/ui/kit/forms/Select.tsx";
import type { Form } from "@kinora/ui/kit/forms/use-form.ts";
import { TextInput } from "@mantine/core";

interface Address {
  street: string;
  postcode: string;
  city: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
}

const COUNTRY_OPTIONS = COUNTRIES.map(({ id, name }) => ({ value: id, label: name }));

/** The address of a company: the fields of an invoice's buyer and of its seller. */
export function AddressFields({
  form,
  labels,
}: {
  form: Pick<Form<Address>, "text" | "choice">;
  labels: Record<keyof Address, string>;
}) {
  return (
    <>
      <TextInput label={labels.street} required maxLength={DETAILS_MAX.street} {...form.text("street")} />
      <TextInput label={labels.postcode} required maxLength={DETAILS_MAX.postcode} {...form.text("postcode")} />
      <TextInput label={labels.city} required maxLength={DETAILS_MAX.city} {...form.text("city")} />
      <Select label={labels.country} required searchable {...form.choice("country", COUNTRY_OPTIONS)} />
    </>
  );
}
