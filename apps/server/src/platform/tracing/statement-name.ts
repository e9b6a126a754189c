const VERB = /^\s*([a-z]+)/i;
const TABLE = /\b(?:from|into|update|table)\s+(?:only\s+)?((?:"?[a-z_]\w*"?\.)?"?[a-z_]\w*"?)/i;

/**
 * What a statement does, such as `select videos`: its first word and the first table it names. The text itself stays here, because
 * values may be written into it.
 */
export function statementName(statement: string): string {
  const code = statement.replaceAll(/'(?:[^']|'')*'/g, "''");
  const verb = VERB.exec(code)?.[1]?.toLowerCase() ?? "statement";
  const table = TABLE.exec(code)?.[1]?.replaceAll('"', "");
  return table === undefined ? verb : `${verb} ${table}`;
}
