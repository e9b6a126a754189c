import type { MasteringFacts } from "../probe/facts.ts";

/** The options of x265 that pass static metadata on (https://x265.readthedocs.io/en/stable/cli.html, `--master-display`). Pure. */
export function x265Mastering(mastering: MasteringFacts | undefined): string[] {
  const { display = null, light = null } = mastering ?? {};
  // In steps of 0.00002 of a chromaticity and of 0.0001 cd/m².
  const steps = (value: number) => Math.round(value * 50_000);
  const at = ({ x, y }: { x: number; y: number }) => `(${steps(x)},${steps(y)})`;
  const luminance = (nits: number) => Math.round(nits * 10_000);
  return [
    ...(display
      ? [
          `master-display=G${at(display.green)}B${at(display.blue)}R${at(display.red)}WP${at(display.white)}` +
            `L(${luminance(display.maximumNits)},${luminance(display.minimumNits)})`,
        ]
      : []),
    ...(light ? [`max-cll=${light.maximumNits},${light.averageNits}`] : []),
  ];
}

/** The same for SVT-AV1 (its Docs/Parameters.md, "Color Description Options"). Pure. */
export function svtAv1Mastering(mastering: MasteringFacts | undefined): string[] {
  const { display = null, light = null } = mastering ?? {};
  const at = ({ x, y }: { x: number; y: number }) => `(${x.toFixed(5)},${y.toFixed(5)})`;
  return [
    ...(display
      ? [
          `mastering-display=G${at(display.green)}B${at(display.blue)}R${at(display.red)}WP${at(display.white)}` +
            `L(${display.maximumNits.toFixed(4)},${display.minimumNits.toFixed(4)})`,
        ]
      : []),
    ...(light ? [`content-light=${light.maximumNits},${light.averageNits}`] : []),
  ];
}
