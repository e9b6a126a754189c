import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { FilterMenu } from "./FilterMenu.tsx";

beforeEach(() => {
  signedIn();
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ data: [] }));
});
afterEach(cleanup);

test("the filters come when they are asked for, go, and come again", async () => {
  const onChange = vi.fn();
  await renderPart(<FilterMenu projectId={3} statuses={["failed", "processing"]} narrowing={{}} onChange={onChange} />);
  const button = () => screen.getByRole("button", { name: "Filters" });
  expect(button().getAttribute("aria-expanded")).toBe("false");
  fireEvent.click(button());
  fireEvent.click(await screen.findByLabelText("Only videos without tags"));
  expect(onChange).toHaveBeenCalledWith({ untagged: "true" });
  fireEvent.click(button());
  await vi.waitFor(() => expect(screen.queryByLabelText("Only videos without tags")).toBeNull());
  fireEvent.click(button());
  expect(await screen.findByLabelText("Only videos without tags")).toBeTruthy();
});
