import type { ReactNode } from "react";
import styles from "./Facts.module.css";

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Names and their values: beside each other where there is room, at both edges of a narrow column. Facts without a value are left out. */
export const Facts = ({ label, facts }: { label?: string; facts: readonly Fact[] }) => (
  <dl className={styles["facts"]} aria-label={label}>
    {facts
      .filter(({ value }) => value !== "" && value !== null)
      .map((fact) => (
        <div key={fact.label}>
          <dt>{fact.label}</dt>
          {typeof fact.value === "string" ? (
            <dd title={fact.value}>
              <bdi>{fact.value}</bdi>
            </dd>
          ) : (
            <dd>{fact.value}</dd>
          )}
        </div>
      ))}
  </dl>
);
