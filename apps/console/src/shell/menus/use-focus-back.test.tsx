import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useState, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { renderPart } from "../../testing/render-page.tsx";
import { useFocusBack } from "./use-focus-back.ts";

/** Where the library of components draws what floats above the page. */
let layer: HTMLElement;

beforeEach(() => {
  layer = document.createElement("div");
  layer.dataset["portal"] = "true";
  document.body.append(layer);
});
afterEach(() => layer.remove());

/** A page with a dialog that is only drawn while it is open; opening it may take its button away. */
function Page({ fleeting = false, role = "dialog" }: { fleeting?: boolean; role?: string }) {
  useFocusBack();
  const [open, setOpen] = useState(false);
  return (
    <main id="main" tabIndex={-1}>
      {open && fleeting ? null : (
        <button type="button" onClick={() => setOpen(true)}>
          Ask
        </button>
      )}
      {open
        ? createPortal(
            <div role={role}>
              <button type="button" onClick={() => setOpen(false)}>
                Yes
              </button>
            </div>,
            layer,
          )
        : null}
    </main>
  );
}

async function answered(page: ReactNode) {
  await renderPart(page);
  const button = screen.getByRole("button", { name: "Ask" });
  button.focus();
  fireEvent.click(button);
  const yes = await screen.findByRole("button", { name: "Yes" });
  yes.focus();
  fireEvent.click(yes);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Yes" })).toBeNull());
}

test("a dialog that goes gives the focus back to the button that opened it", async () => {
  await answered(<Page />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Ask" })));
});

test("where that button is gone the focus is at the beginning of the page's content", async () => {
  await answered(<Page fleeting />);
  await waitFor(() => expect(document.activeElement?.id).toBe("main"));
});

test("a hint that goes moves no focus", async () => {
  await answered(<Page role="tooltip" />);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  expect(document.activeElement).toBe(document.body);
});
