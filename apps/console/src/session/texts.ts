export const sessionTexts = {
  tagline: "Beautiful tools",
  lead: "Upload, publish and stream your videos from one place that is yours.",
  login: "Login",
  register: "Register",
  menu: "Menu",
  closeMenu: "Close menu",
  notFoundTitle: "This page does not exist",
  notFoundText: "The address may be mistyped, or what was here has moved.",
  toDashboard: "Go to the dashboard",
  errorTitle: "Kinora could not be opened",
  errorText:
    "Either the server did not answer as expected, or the account you used last is no longer yours. What you did before is safe. Retry opens an account you belong to.",
  errorTarget: "You were on the way to {{to}}.",
  retry: "Retry",
  logout: "Logout",
  activating: "Opening your activation...",
  leaving: "Opening the login...",
} as const;
