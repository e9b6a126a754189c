import { IconChevronDown } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { SectionsContext } from "./sections.ts";
import styles from "./Sections.module.css";

interface Section {
  element: HTMLElement;
  title: string;
}

const inOrder = (a: Section, b: Section) =>
  a.element.compareDocumentPosition(b.element) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Brings a section into sight, with the focus at its heading, as a link to it would. */
function goTo({ element }: Section): void {
  const heading = element.querySelector("h2");
  if (heading) heading.tabIndex = -1;
  heading?.focus({ preventScroll: true });
  element.scrollIntoView();
}

/** A long page of settings, with a list of its groups: at the right where there is room, otherwise opened above them. */
export function Sections({ label, children }: { label: string; children: ReactNode }) {
  const [sections, setSections] = useState<readonly Section[]>([]);
  const [open, setOpen] = useState(false);
  const [add] = useState(() => (element: HTMLElement, title: string) => {
    const without = (now: readonly Section[]) => now.filter((other) => other.element !== element);
    setSections((now) => [...without(now), { element, title }].toSorted(inOrder));
    return () => setSections(without);
  });
  return (
    <SectionsContext value={add}>
      <div className={styles["columns"]}>
        <nav aria-label={label} className={styles["list"]} data-open={open}>
          <p className={styles["label"]} aria-hidden="true">
            {label}
          </p>
          <button type="button" className={styles["opener"]} aria-expanded={open} onClick={() => setOpen(!open)}>
            {label}
            <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
          </button>
          <ul>
            {sections.map((section) => (
              <li key={section.title}>
                {/* A link would be another address, before which unsaved changes are asked about. */}
                <button
                  type="button"
                  onClick={() => {
                    setOpen(false);
                    goTo(section);
                  }}
                >
                  {section.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className={styles["content"]}>{children}</div>
      </div>
    </SectionsContext>
  );
}
