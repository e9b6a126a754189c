import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderPart } from "../testing/renderPage.tsx";
import { signedIn } from "../testing/signedIn.ts";
import { liveView } from "./liveView.ts";
import { StreamFilters } from "./StreamFilters.tsx";

beforeEach(signedIn);
afterEach(cleanup);

test("the list is narrowed to what is recorded, sent on, or made from a day on", async () => {
  const show = vi.fn();
  await renderPart(<StreamFilters view={liveView({ restream: true })} onShow={show} />);
  fireEvent.click(screen.getByRole("button", { name: "Recording", pressed: false }));
  fireEvent.click(screen.getByRole("button", { name: "Restreamed", pressed: true }));
  fireEvent.change(screen.getByLabelText("Created from day"), { target: { value: "2030-01-31" } });
  expect(show.mock.calls).toEqual([[{ recording: true }], [{ restream: false }], [{ from: "2030-01-31" }]]);
});
