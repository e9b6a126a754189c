/** The properties of a number's field that show its unit inside, at the right. */
export const inUnit = (unit: string) => ({
  inputMode: "decimal" as const,
  rightSection: <span className="note">{unit}</span>,
  rightSectionWidth: 14 + unit.length * 7,
  rightSectionPointerEvents: "none" as const,
});
