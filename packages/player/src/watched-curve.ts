import { playerTexts } from "./language/language.ts";
import "./watched-curve.css";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 100;

/**
 * The outline of a curve over parts of equal length, as the `d` of an SVG path in a box of 100 by 100, closed along the bottom.
 * Pure.
 * @param parts how often each was watched, 0–100.
 */
export function curveOf(parts: readonly number[]): string {
  const width = 100 / parts.length;
  const points = parts.map((part, at) => [round((at + 0.5) * width), round(HEIGHT - part)] as const);
  const [first, ...others] = [
    [0, points[0]?.[1] ?? HEIGHT] as const,
    ...points,
    [100, points.at(-1)?.[1] ?? HEIGHT] as const,
  ];
  // Between two points the curve leaves and arrives level, so that it has no corners.
  const bends = others.map(([x, y], at) => {
    const [fromX, fromY] = at === 0 ? (first ?? [0, HEIGHT]) : (others[at - 1] ?? [0, HEIGHT]);
    const middle = round((fromX + x) / 2);
    return `C${middle} ${fromY} ${middle} ${y} ${x} ${y}`;
  });
  return `M0 ${HEIGHT}L0 ${first?.[1] ?? HEIGHT}${bends.join("")}L100 ${HEIGHT}Z`;
}

/** Draws the curve above the time bar of a player. */
export function drawWatchedCurve(root: HTMLElement, parts: readonly number[]): void {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", "kinora-watched");
  svg.setAttribute("viewBox", `0 0 100 ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", playerTexts().mostWatched);
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", curveOf(parts));
  svg.append(path);
  root.querySelector("media-time-range")?.before(svg);
}

const round = (value: number): number => Math.round(value * 10) / 10;
