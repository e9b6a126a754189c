import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useTableDisplay } from "./use-table-display.ts";

const columns = [
  { id: "name", header: "Name" },
  { id: "owners", header: "Owners", optional: true },
  { id: "traffic", header: "Traffic", optional: true, onDemand: true },
];

/** Says which columns are hidden, and hides those of its button. */
function Hidden({ hide }: { hide: readonly string[] }) {
  const { hidden, display } = useTableDisplay("test", columns);
  return (
    <button type="button" onClick={() => display.columns?.onHide(new Set(hide))}>
      {[...hidden].join(" ")}
    </button>
  );
}

afterEach(() => localStorage.clear());

const hiddenNow = () => screen.getByRole("button").textContent;

test("a column on demand is hidden until it is chosen, and stays as it was chosen", () => {
  // Kept before the table had the column.
  localStorage.setItem("kinora.table.test", JSON.stringify({ hidden: ["owners"], dense: false }));
  render(<Hidden hide={[]} />);
  expect(hiddenNow()).toBe("owners traffic");
  fireEvent.click(screen.getByRole("button"));
  expect(hiddenNow()).toBe("");
  cleanup();
  render(<Hidden hide={["traffic"]} />);
  expect(hiddenNow()).toBe("");
  fireEvent.click(screen.getByRole("button"));
  cleanup();
  render(<Hidden hide={[]} />);
  expect(hiddenNow()).toBe("traffic");
});
