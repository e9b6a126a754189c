import { sql } from "kysely";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Database } from "./connect.ts";
import { ownDatabase } from "./testing-database.ts";

/** A column as PostgreSQL describes it. `choices` are those of a check such as `status in ('active', 'closed')`. */
interface Column {
  table_name: string;
  column_name: string;
  type: string;
  nullable: boolean;
  filled: boolean;
  generated: boolean;
  view: boolean;
  choices: string | null;
}

/** What a column's type is in TypeScript when it is read. Domains and arrays are named as PostgreSQL's format_type does. */
const READ_AS: readonly [pattern: RegExp, kinds: readonly string[]][] = [
  [/\[\]$/, ["object"]],
  [/^(smallint|integer|bigint|real|double precision)$/, ["number"]],
  [/^numeric/, ["string", "number"]],
  [/^(text|uuid|inet|cidr|macaddr|date|citext|name|character.*|time.*zone)$/, ["string", "object"]],
  [/^boolean$/, ["boolean"]],
  [/^(timestamp.*|jsonb?|bytea|interval)$/, ["object", "unknown", "string", "number"]],
];

async function columns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, null) as type, not a.attnotnull as nullable,
      a.atthasdef or a.attidentity <> '' as filled, a.attgenerated <> '' or a.attidentity = 'a' as generated, c.relkind in ('v', 'm') as view,
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = ANY \\(ARRAY\\[[^]]+\\]\\)\\)\\)$' limit 1) as choices
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition and c.relname not like 'kysely_%'
    order by 1, a.attnum`.execute(db);
  return rows;
}

/** The types of all tables as Kysely reads and writes them, resolved by the compiler. */
function declaredTables(): {
  selected: Map<string, ts.Symbol>;
  inserted: Map<string, ts.Symbol>;
  checker: ts.TypeChecker;
} {
  const folder = import.meta.dirname;
  const name = `${folder}/declared-tables.ts`;
  const text = `import type { Insertable, Selectable } from "kysely"; import type { Schema } from "./schema.ts";
    export type Selected = { [T in keyof Schema]: Selectable<Schema[T]> }; export type Inserted = { [T in keyof Schema]: Insertable<Schema[T]> };`;
  const options = ts.readConfigFile(`${folder}/../../../tsconfig.json`, (path) => ts.sys.readFile(path)).config;
  const { options: parsed } = ts.parseJsonConfigFileContent(
    { ...options, include: [], files: [] },
    ts.sys,
    `${folder}/../../..`,
  );
  const host = ts.createCompilerHost(parsed);
  const read = host.getSourceFile.bind(host);
  host.getSourceFile = (path, target) => (path === name ? ts.createSourceFile(path, text, target) : read(path, target));
  const program = ts.createProgram([name], { ...parsed, noEmit: true }, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(name);
  const byTable = (alias: string) => {
    const statement = source?.statements.find((one) => ts.isTypeAliasDeclaration(one) && one.name.text === alias);
    if (!statement) throw new Error(`The compiler has no ${alias}.`);
    return new Map(
      checker
        .getTypeAtLocation(statement)
        .getProperties()
        .map((table) => [table.name, table]),
    );
  };
  return { selected: byTable("Selected"), inserted: byTable("Inserted"), checker };
}

const kindsOf = (type: ts.Type, checker: ts.TypeChecker): Set<string> =>
  new Set(
    (type.isUnion() ? type.types : [type]).map((part) => {
      if (part.flags & ts.TypeFlags.Null) return "null";
      if (part.flags & ts.TypeFlags.Undefined) return "undefined";
      if (part.flags & ts.TypeFlags.NumberLike) return "number";
      if (part.flags & ts.TypeFlags.StringLike) return "string";
      if (part.flags & ts.TypeFlags.BooleanLike) return "boolean";
      if (part.flags & (ts.TypeFlags.Unknown | ts.TypeFlags.Any)) return "unknown";
      return checker.typeToString(part) === "never" ? "never" : "object";
    }),
  );

const choicesOf = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((part) => (part.isStringLiteral() ? [part.value] : [])).sort();

function faultsOf(
  column: Column,
  declared: ts.Type,
  insertable: ts.Symbol | undefined,
  checker: ts.TypeChecker,
): string[] {
  const at = `${column.table_name}.${column.column_name}`;
  const kinds = kindsOf(declared, checker);
  const allowed = READ_AS.find(([pattern]) => pattern.test(column.type))?.[1] ?? [];
  const unlike = [...kinds].filter((kind) => kind !== "null" && kind !== "unknown" && !allowed.includes(kind));
  const optional = insertable === undefined || (insertable.flags & ts.SymbolFlags.Optional) !== 0;
  const choices = [...(column.choices ?? "").matchAll(/'([^']*)'/g)].map(([, choice = ""]) => choice).sort();
  const named = choicesOf(declared);
  return [
    ...(unlike.length > 0 ? [`${at} is ${column.type}, not ${unlike.join(" or ")}`] : []),
    ...(!column.view && !kinds.has("unknown") && kinds.has("null") !== column.nullable
      ? [`${at} is ${column.nullable ? "nullable" : "not null"} in the database`]
      : []),
    ...(!column.view && optional && !column.filled && !column.generated && !column.nullable
      ? [`${at} has no default`]
      : []),
    ...(choices.length > 0 && named.join() !== choices.join()
      ? [`${at} is one of ${choices.join(", ")}; its type: ${named.join(", ")}`]
      : []),
  ];
}

test("the types of tables are those of the migrated database", async () => {
  const { db } = await ownDatabase();
  const { selected, inserted, checker } = declaredTables();
  const tables = Map.groupBy(await columns(db), ({ table_name }) => table_name);
  const untyped = [...tables.keys()].filter((table) => !selected.has(table));
  expect(untyped).toEqual(["media_folder", "played_hours", "project_accounts", "usage_warnings"]);
  expect([...selected.keys()].filter((table) => !tables.has(table))).toEqual([]);
  const faults = [...tables]
    .filter(([table]) => selected.has(table))
    .flatMap(([table, stored]) => {
      const of = (tablesOf: Map<string, ts.Symbol>) => {
        const symbol = tablesOf.get(table);
        return new Map(
          symbol
            ? checker
                .getTypeOfSymbol(symbol)
                .getProperties()
                .map((one) => [one.name, one])
            : [],
        );
      };
      const [read, written] = [of(selected), of(inserted)];
      const unknown = [...read.keys()].filter((name) => !stored.some(({ column_name }) => column_name === name));
      return [
        ...unknown.map((name) => `${table}.${name} is no column`),
        ...stored.flatMap((column) => {
          const declared = read.get(column.column_name);
          if (!declared) return [`${table}.${column.column_name} has no type`];
          return faultsOf(column, checker.getTypeOfSymbol(declared), written.get(column.column_name), checker);
        }),
      ];
    });
  expect(faults).toEqual([]);
});
