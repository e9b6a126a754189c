/** Every page of the login application, by its path. */
export const PAGE_PATHS = [
  "/login",
  "/register",
  "/activate",
  "/invitation",
  "/confirm",
  "/email-change",
  "/first-run",
  "/forgot",
  "/reset",
  "/profile",
  "/sign-out",
  "/second-factor",
] as const;

export type PagePath = (typeof PAGE_PATHS)[number];
