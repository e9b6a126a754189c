import type { ReactNode } from "react";
import styles from "./PlainButton.module.css";

interface PlainButtonProps {
  variant?: "filled" | "default";
  size?: "sm" | "md";
  onClick: () => void;
  children: ReactNode;
}

/** A button that looks like those of the other pages and needs nothing but its style sheet: for the public frame. */
export const PlainButton = ({ variant = "filled", size = "sm", onClick, children }: PlainButtonProps) => (
  <button type="button" className={styles["button"]} data-variant={variant} data-size={size} onClick={onClick}>
    {children}
  </button>
);
