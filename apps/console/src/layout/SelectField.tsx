import { Select } from "@mantine/core";
import type { SelectLaterProps } from "./SelectLater.tsx";

/** The choice itself, with its list. */
export const SelectField = ({ data, ...others }: SelectLaterProps & { id: string }) => (
  <Select data={[...data]} {...others} />
);
