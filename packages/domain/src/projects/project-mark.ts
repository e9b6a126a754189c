/** How many colours project marks have. */
export const PROJECT_MARK_COLORS = 8;

/** The mark of a project: the first letter of its name on one of the colours, which stays while its hash does. */
export function projectMark({ name, hash }: { name: string; hash: string }): { letter: string; color: number } {
  let sum = 0;
  for (const character of hash) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 65_521;
  const [letter = "?"] = name.trim();
  return { letter: letter.toUpperCase(), color: sum % PROJECT_MARK_COLORS };
}
