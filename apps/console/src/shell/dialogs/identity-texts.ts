export const identityTexts = {
  title: "Confirm that it is you",
  text: "This takes your password, a code of your app or a passkey, which only the sign-in page asks for. It opens in its own window, and what you entered here stays.",
  open: "Confirm",
  again: "Open again",
  waiting: "Waiting for the other window.",
} as const;
