/** Builds the browser apps of some roles (of all, when none are named) whose sources changed since their last build. */
export declare function ensureAppsBuilt(roles?: readonly string[]): Promise<void>;

/** Builds what `npm start` runs of the server, if its sources changed since the last build. */
export declare function ensureServerBuilt(): Promise<void>;
