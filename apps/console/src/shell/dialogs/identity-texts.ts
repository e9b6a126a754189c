export const identityTexts = {
  title: "Confirm it's you",
  text: "Confirm with your password, a code or a passkey in a new window. Your changes here are kept.",
  open: "Confirm",
  again: "Open again",
  waiting: "Waiting for the other window.",
} as const;
