/** The full path of a program in PATH, or null. */
export function findProgram(name: string): string | null;
/** True where this account may install Debian packages. */
export function canInstall(): boolean;
/** Installs Debian packages; answers null, or apt's last words when it failed. */
export function installPackages(names: readonly string[]): Promise<string | null>;
