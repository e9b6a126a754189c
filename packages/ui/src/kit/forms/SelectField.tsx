import { type Primitive, type SelectProps } from "@mantine/core";
import { Select } from "../../floats.ts";

/** A field with a list to choose from. */
export const SelectField = <Value extends Primitive = string>(props: SelectProps<Value>) => <Select {...props} />;
