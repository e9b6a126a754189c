/** The questions before people leave an account, and what becomes of the API keys they made. */
export const keysLeftTexts = {
  lost_one: "They made {{count}} API key that they may no longer have:",
  lost_other: "They made {{count}} API keys that they may no longer have:",
  list: "API keys",
  to: "Give these API keys to",
  toText: "Anyone with the secret can still use it. Rotate a key after you give it to someone.",
  disabled: "The keys are disabled",
  endOwnership: "End ownership",
  endOwnershipTitle: "End the ownership of {{name}}?",
  endOwnershipText: "{{name}} keeps only the projects they are a member of.",
  ownersNotChanged: "Owners are not changed.",
} as const;
