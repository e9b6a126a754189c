import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { confirm, question } from "../../platform/confirm.ts";
import { renderPart } from "../../testing/render-page.tsx";
import { ConfirmDialog } from "./ConfirmDialog.tsx";

afterEach(() => question.get().answer(false));

test("a dialog has the name of its title, which is no second banner of the page", async () => {
  await renderPart(<ConfirmDialog />);
  void confirm({ title: "Delete it?", text: "It is gone then.", yes: "Delete", danger: true });
  const dialog = await screen.findByRole("dialog", { name: "Delete it?" });
  expect(dialog.querySelector("header")).toBeNull();
});
