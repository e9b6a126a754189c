import { Box } from "@mantine/core";
import type { ReactNode } from "react";

/** A cell's value and what more there is to say of it, below it; on phones the value alone. */
export const TwoLines = ({ more, phone, children }: { more: string | null; phone: boolean; children: ReactNode }) => (
  <>
    {children}
    {more === null || phone ? null : (
      <Box component="span" display="block" className="note truncate">
        {more}
      </Box>
    )}
  </>
);
