export const movesTexts = {
  reading: "Checking what changes…",
  holds_one: "One video and {{bytes}} move.",
  holds_other: "{{videos}} videos and {{bytes}} move.",
  nobody: "Nobody has a role in it.",
  roles: "Roles in the other account",
  role_one: "{{title}}: one person becomes {{becomes}}.",
  role_other: "{{title}}: {{count}} people become {{becomes}}.",
  loses: "They lose {{permissions}}.",
  gains: "They get {{permissions}}.",
} as const;
