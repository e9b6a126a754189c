import type { Database } from "@kinora/db/connect.ts";

/** The same database; each statement is added to `statements` with its parameters, as JSON of its tree (Kysely). */
export const recordStatements = (db: Database, statements: string[]): Database =>
  db.withPlugin({
    transformQuery({ node }) {
      statements.push(JSON.stringify(node));
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
