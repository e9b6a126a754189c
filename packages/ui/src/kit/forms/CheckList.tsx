import type { ReactNode } from "react";
import { SettingRow } from "./SettingRow.tsx";

/** Rows of 32 px, in two columns, on a phone, too. The one rule would be in the styles of every page with a form. */
const COLUMNS = { display: "grid", gap: "12px 24px", gridTemplateColumns: "repeat(auto-fill, minmax(150px, 1fr))" };

/** Several checkboxes that are one setting, such as the events that are sent: a row for all of them. */
export function CheckList({ label, hint, children }: { label: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <SettingRow label={label} hint={hint}>
      <div style={COLUMNS}>{children}</div>
    </SettingRow>
  );
}
