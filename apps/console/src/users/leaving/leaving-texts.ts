/** The questions before people leave an account, and what becomes of the API keys they made. */
export const keysLeftTexts = {
  lost_one: "They created {{count}} API key that they can no longer have:",
  lost_other: "They created {{count}} API keys that they can no longer have:",
  list: "API keys",
  to: "Give these API keys to",
  toText: "Anyone with the secret can still use it. Rotate a key after you give it to someone.",
  disabled: "Disable the keys",
  endOwnership: "End ownership",
  endOwnershipTitle: "End the ownership of {{name}}?",
  endOwnershipText: "{{name}} keeps only the projects they are a member of.",
  ownersNotChanged: "Couldn't change the owners.",
} as const;
