const full = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** A number with up to 3 fraction digits (spec §9). */
export const formatNumber = (value: number): string => full.format(value);

/** A number in compact form with up to 1 fraction digit (spec §9): `1.3M`. */
export const formatCompact = (value: number): string => compact.format(value);
