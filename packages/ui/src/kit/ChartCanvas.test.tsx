import { render } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

test("a browser that gives no canvas to draw on shows a chart without its lines", async () => {
  // uPlot reads the pixels of the screen when it is loaded, which jsdom does not know.
  vi.stubGlobal("matchMedia", () => new EventTarget());
  const { ChartCanvas } = await import("./ChartCanvas.tsx");
  const asked = vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  const { container } = render(
    <ChartCanvas
      data={{ times: [1000, 2000], series: [{ label: "Plays", values: [1, 2] }] }}
      kind="lines"
      x={[1000, 2000]}
      y={[0, 2]}
      height={64}
      target={undefined}
      unfinished={false}
      group={undefined}
      onPoint={() => undefined}
    />,
  );
  expect(asked).toHaveBeenCalled();
  expect(container.querySelector(".uplot")).toBeNull();
});
