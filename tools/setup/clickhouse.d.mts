export function ensureClickHouse(): Promise<void>;
export function clickHouseConnection(): Promise<unknown>;
