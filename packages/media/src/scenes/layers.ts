/** A frame that layers are drawn on. */
export interface Frame {
  width: number;
  height: number;
  fps: number;
}

/** `#rrggbb` */
export type Colour = `#${string}`;

/** Where things that need a number between 0 and 1 for a column or a cell get it: the same every time. */
export const scattered = (cell: string) => `abs(mod(sin(${cell})*43758.5453,1))`;

const TURN = 2 * Math.PI;
const CHANNELS = ["r", "g", "b"] as const;
/** So slow that nobody sees the steps. */
const SKY_RATE = 5;
export const TO_VIDEO = "out_color_matrix=bt709:out_range=tv";

/** The value of a colour's channel, 0 to 255. */
export function channel(colour: Colour, index: number): number {
  return Number.parseInt(colour.slice(1 + 2 * index, 3 + 2 * index), 16);
}

/** One `geq` expression for each of red, green and blue. */
function rgb(expression: (index: number) => string): string {
  return CHANNELS.map((name, index) => `${name}='${expression(index)}'`).join(":");
}

/** Blends two colours by an expression between 0 and 1. */
export function blended(from: Colour, to: Colour, share: string): (index: number) => string {
  return (index) => `${channel(from, index)}+(${channel(to, index) - channel(from, index)})*(${share})`;
}

/** A picture of a few pixels that is computed `rate` times a second and scaled up: soft, and cheap at any size. */
export function softField(frame: Frame, expression: (index: number) => string, rate = frame.fps): string {
  const source = `color=c=black:size=32x18:rate=${rate},format=gbrp,geq=${rgb(expression)}`;
  const full = `scale=${frame.width}:${frame.height}:flags=bicubic:${TO_VIDEO},format=yuv420p,setsar=1`;
  return `${source},${full}${rate === frame.fps ? "" : `,fps=${frame.fps}`}`;
}

/** Colours from the top of the frame to its bottom, which move up and down every 24 seconds; the last is reached at `low`. */
export function sky(frame: Frame, stops: readonly [Colour, Colour, Colour], low = 1): string {
  const [top, middle, bottom] = stops;
  const half = 0.55;
  const place = `clip((Y/(H-1)+0.05*sin(${TURN.toFixed(4)}*T/24+3*X/W))/${low},0,1)`;
  const expression = (index: number) => {
    // Not kept with st(): threads of old releases of ffmpeg share what is kept.
    const upper = blended(top, middle, `${place}/${half}`)(index);
    const lower = blended(middle, bottom, `(${place}-${half})/${1 - half}`)(index);
    return `if(lt(${place},${half}),${upper},${lower})`;
  };
  return softField(frame, expression, SKY_RATE);
}

/** How a layer is drawn: once, at `1 / shrink` of its size, and repeated to both sides. */
export interface Layer {
  /** Height in the frame's pixels. */
  height: number;
  colour: (index: number) => string;
  /** 0 to 255; `X` and `Y` are pixels, a period of the picture is `period(frame, shrink)` of them. */
  alpha: string;
  shrink?: number;
  /** Hard edges, as of windows. */
  hard?: boolean;
  pixelsPerSecond: number;
}

/** Pixels after which a layer repeats itself. */
export const period = ({ width }: Frame, shrink = 2) => Math.ceil(width / shrink);

/** A layer that is drawn once and moves to the left without end: a crop that moves costs nothing. */
export function drifting(frame: Frame, layer: Layer): string {
  const { shrink = 2, height, hard = false, pixelsPerSecond } = layer;
  const width = 2 * period(frame, shrink);
  const small = `${width}x${Math.ceil(height / shrink)}`;
  return [
    `color=c=black:size=${small}:rate=${frame.fps}`,
    "trim=end_frame=1",
    "format=gbrap",
    `geq=${rgb(layer.colour)}:a='${layer.alpha}'`,
    `scale=${width * shrink}:${height}:flags=${hard ? "neighbor" : "bicubic"}:${TO_VIDEO}`,
    "format=yuva420p",
    "loop=loop=-1:size=1",
    `setpts=N/${frame.fps}/TB`,
    `crop=w=${frame.width}:h=${height}:x='mod(t*${pixelsPerSecond},${period(frame, shrink) * shrink})':y=0`,
  ].join(",");
}

/** A disc with a glow around it, drawn once; `size` is that of the glow, twice the disc's. */
export function sun(frame: Frame, colour: Colour, size: number): string {
  const drawn = Math.ceil(size / 2);
  const far = "hypot(X-W/2,Y-H/2)/(W/2)";
  return [
    `color=c=black:size=${drawn}x${drawn}:rate=${frame.fps}`,
    "trim=end_frame=1",
    "format=gbrap",
    `geq=${rgb((index) => String(channel(colour, index)))}:a='max(255*clip((0.5-${far})*W/2,0,1),110*pow(clip(1-${far},0,1),2))'`,
    `scale=${size}:${size}:flags=bicubic:${TO_VIDEO}`,
    "format=yuva420p",
    "loop=loop=-1:size=1",
    `setpts=N/${frame.fps}/TB`,
  ].join(",");
}

/** A line of hills over one period: amplitudes in shares of the layer's height for 1, 2, 3 … waves; `seed` moves them. */
export function ridge(amplitudes: readonly number[], seed: number, periodPixels: number): string {
  const waves = amplitudes.map(
    (amplitude, index) =>
      `${amplitude}*sin(${(index + 1) * TURN}*X/${periodPixels}+${((seed * (index + 3) * 1.7) % TURN).toFixed(3)})`,
  );
  return `H*(0.45+${waves.join("+")})`;
}

/** Lays layers over a background, each at its place; answers a filter graph with one output. */
export function composed(background: string, layers: readonly { graph: string; x?: string; y: string }[]): string {
  const parts = [`${background}[on0]`];
  for (const [index, { graph, x = "0", y }] of layers.entries()) {
    const isLast = index === layers.length - 1;
    parts.push(`${graph}[layer${index}]`);
    parts.push(`[on${index}][layer${index}]overlay=x='${x}':y='${y}':format=yuv420${isLast ? "" : `[on${index + 1}]`}`);
  }
  return parts.join(";");
}
