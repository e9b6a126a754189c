export function browserPath(): string | null;
export function ensureBrowser(): Promise<void>;
