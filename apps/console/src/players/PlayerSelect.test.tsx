import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/render-page.tsx";
import { signedIn } from "../testing/signed-in.ts";
import { PlayerSelect } from "./PlayerSelect.tsx";

beforeEach(signedIn);

async function show(defaultTitle: string, onChange: (hash: string | null) => void = () => undefined) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async () =>
    Response.json({
      data: [
        { hash: "first123", title: defaultTitle, is_default: true },
        { hash: "other123", title: "Kiosk", is_default: false },
      ],
    }),
  );
  await renderPart(<PlayerSelect projectId={1} value={null} onChange={onChange} />);
  return screen.findByRole<HTMLInputElement>("combobox", { name: "Player" });
}

test.each([
  ["Default player", "Default player"],
  ["House style", "House style (default)"],
])("the default player named %s is offered as %s", async (title, label) => {
  const field = await show(title);
  await waitFor(() => expect(field.value).toBe(label));
});

test("another player is chosen by its public id", async () => {
  const onChange = vi.fn<(hash: string | null) => void>();
  const field = await show("Default player", onChange);
  fireEvent.click(field);
  fireEvent.click(await screen.findByRole("option", { name: "Kiosk" }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("other123");
});
