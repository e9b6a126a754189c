import {
  blended,
  channel,
  composed,
  drifting,
  period,
  ridge,
  scattered,
  sky,
  softField,
  sun,
  TO_VIDEO,
} from "./layers.ts";
import type { Colour, Frame } from "./layers.ts";

/** What generated footage shows. */
export type SceneName = "horizon" | "gradient" | "dunes" | "waveform" | "city" | "paper";

/** Generated footage; `variant` chooses its colours and shapes. */
export interface Scene extends Frame {
  name: SceneName;
  variant?: number;
}

type Draw = (frame: Frame, variant: number) => string;

const SCENES: Record<SceneName, Draw> = { horizon, gradient, dunes, waveform, city, paper };

/** A filter graph without an input and with one output (ffmpeg-filters, "lavfi"), in the colours of BT.709. Endless. */
export function sceneGraph({ name, variant = 0, ...frame }: Scene): string {
  return SCENES[name](frame, variant);
}

const choice = <T>(values: readonly [T, ...T[]], variant: number): T => values[variant % values.length] ?? values[0];

/** Cobalt above, peach below, a low sun, and hills that pass at three distances. */
function horizon(frame: Frame, variant: number): string {
  const tall = (share: number) => 2 * Math.round((frame.height * share) / 2);
  const hills = (share: number, colours: [Colour, Colour], amplitudes: number[], pixelsPerSecond: number) => {
    const line = ridge(amplitudes, variant + pixelsPerSecond, period(frame));
    const colour = blended(...colours, "clip(Y/H,0,1)");
    const alpha = `255*clip(Y-${line}+0.5,0,1)`;
    return {
      graph: drifting(frame, { height: tall(share), colour, alpha, pixelsPerSecond }),
      y: String(frame.height - tall(share)),
    };
  };
  const diameter = tall(0.62);
  const glow = {
    graph: sun(frame, "#ffe3c4", diameter),
    x: `${Math.round(frame.width * 0.66 - diameter / 2)}`,
    y: `${Math.round(frame.height * 0.55 - diameter / 2)}+${Math.round(frame.height * 0.03)}*sin(t/4)`,
  };
  return composed(sky(frame, ["#1b2f86", "#4769ec", "#ffb48a"], 0.74), [
    glow,
    hills(0.46, ["#7d83d8", "#9c90cf"], [0.12, 0.1, 0.05, 0.03], 12),
    hills(0.38, ["#3a51bd", "#4d5fc4"], [0.16, 0.08, 0.07, 0.03], 30),
    hills(0.3, ["#16235f", "#0e163f"], [0.2, 0.1, 0.06, 0.04], 60),
  ]);
}

const FIELDS: readonly [Colour[], ...Colour[][]] = [
  ["#1b2f86", "#3a60ea", "#ffb48a", "#f6d5c3"],
  ["#0f3d3e", "#1f9d74", "#d7f0c4", "#f2f6d0"],
  ["#3a1452", "#a03a8f", "#ff8f70", "#ffd9a8"],
  ["#101a2e", "#31508f", "#8fc1e8", "#e6f0f7"],
  ["#4a1c1c", "#c2513a", "#f4a259", "#fbe3c0"],
];

/** Four colours that flow into each other. */
function gradient(frame: Frame, variant: number): string {
  const colours = choice(FIELDS, variant);
  const pull = (index: number) => {
    const x = `(0.5+0.42*sin(T/${7 + 2 * index}+${index * 1.9 + variant}))`;
    const y = `(0.5+0.42*cos(T/${9 + index}+${index * 2.3 + variant}))`;
    return `exp(-7*(pow(X/W-${x},2)+pow(Y/H-${y},2)))`;
  };
  const all = colours.map((_, index) => pull(index)).join("+");
  return softField(frame, (index) => {
    const mixed = colours.map((colour, at) => `${channel(colour, index)}*${pull(at)}`).join("+");
    return `(${mixed})/(${all})`;
  });
}

const DUNES: readonly [Colour[], ...Colour[][]] = [
  ["#f7e3c8", "#f3c796", "#eda466", "#e9b878", "#c9803f", "#8a4a26"],
  ["#c9dcf0", "#e8d8d4", "#f2c3ae", "#dfa088", "#b06a63", "#5f3a4c"],
  ["#22315c", "#5b5f97", "#c08aa0", "#8d6e97", "#4d4a7c", "#262a52"],
];

/** Sand in a low light: each dune has a lit and a shaded side. */
function dunes(frame: Frame, variant: number): string {
  const [top = "#fff", middle = "#fff", bottom = "#fff", ...sands] = choice(DUNES, variant);
  const layers = sands.map((sand, index) => {
    const height = 2 * Math.round((frame.height * (0.62 - 0.14 * index)) / 2);
    const wide = period(frame);
    const wave = `${2 * Math.PI}*X/${wide}+${variant + 2 * index}`;
    const line = `H*(0.12+0.3*abs(sin((${wave})/2*${1 + (index % 2)}))+0.05*sin(${wave}))`;
    const side = `clip(0.5+0.9*sin(${wave}*${1 + (index % 2)}+Y/H*2.2),0,1)`;
    const dark = sands[index + 1] ?? "#2a1c2c";
    const colour = blended(sand, dark, `0.75*${side}*clip(1.2-Y/H,0,1)`);
    const alpha = `255*clip(Y-${line}+0.5,0,1)`;
    const pixelsPerSecond = choice([12, 20, 30], index);
    return { graph: drifting(frame, { height, colour, alpha, pixelsPerSecond }), y: String(frame.height - height) };
  });
  const diameter = 2 * Math.round(frame.height * 0.2);
  const light = {
    graph: sun(frame, "#fff6e6", diameter),
    x: String(Math.round(frame.width * 0.2)),
    y: `${Math.round(frame.height * 0.08)}+t`,
  };
  return composed(sky(frame, [top, middle, bottom]), [light, ...layers]);
}

const WAVES: readonly [Colour[], ...Colour[][]] = [
  ["#10131f", "#3a60ea", "#ffb48a"],
  ["#0d1a17", "#1f9d74", "#d7f0c4"],
  ["#f4f1ea", "#c2513a", "#f4a259"],
  ["#f1f2f7", "#31508f", "#8fa9e8"],
];
const BARS = 64;

/** Bars of a sound that come and go. */
function waveform(frame: Frame, variant: number): string {
  const [background = "#000", quiet = "#fff", loud = "#fff"] = choice(WAVES, variant);
  const rows = 60;
  const column = `(X+${variant * 17})`;
  const swell = `(0.35+0.65*pow(sin(${Math.PI}*(X+0.5)/W),2))`;
  const beat = `abs(sin(${column}*0.31+T*1.3)*0.5+sin(${column}*0.83-T*2.1)*0.32+sin(${column}*1.71+T*3.2)*0.18)`;
  const share = `${swell}*(0.06+0.72*${beat})`;
  // One channel is computed, 0 outside the bars; tables make colours of it.
  const far = "abs(Y-(H-1)/2)/(H/2)";
  const height = `if(lt(${far},${share}),1+clip(${far}*356,0,254),0)`;
  const bars = (index: number) => `if(val,${blended(quiet, loud, "(val-1)/254")(index)},${channel(background, index)})`;
  const cell = Math.round(frame.width / BARS);
  return [
    `color=c=black:size=${BARS}x${rows}:rate=${frame.fps}`,
    "format=gbrp",
    `geq=r=0:g='${height}':b=0`,
    "colorchannelmixer=rr=0:rg=1:bg=1:bb=0",
    `lutrgb=r='${bars(0)}':g='${bars(1)}':b='${bars(2)}'`,
    `scale=${frame.width}:${frame.height}:flags=neighbor:${TO_VIDEO}`,
    "format=yuv420p",
    "setsar=1",
    `drawgrid=x=-${Math.round(cell / 4)}:y=-8:w=${cell}:h=${2 * frame.height}:t=${Math.max(2, Math.round(cell / 2.4))}:c=${background}`,
  ].join(",");
}

const NIGHTS: readonly [[Colour, Colour, Colour], ...[Colour, Colour, Colour][]] = [
  ["#0b1030", "#27346f", "#e08a6a"],
  ["#071522", "#144055", "#6fb3a8"],
  ["#160b2e", "#4a2468", "#d9738f"],
];

/** A skyline at night, with windows that are lit. */
function city(frame: Frame, variant: number): string {
  const shrink = Math.max(2, Math.round(frame.height / 180));
  const wide = period(frame, shrink);
  const skyline = (share: number, colour: Colour, houses: number, pixelsPerSecond: number) => {
    const height = shrink * Math.round((frame.height * share) / shrink / 2) * 2;
    const lot = wide / houses;
    const house = `floor(mod(X,${wide})/${lot})`;
    const line = `H*(0.08+0.62*${scattered(`${house}*12.9898+${variant + houses}`)})`;
    const inHouse = `mod(mod(X,${wide}),${lot})`;
    const cell = `(floor(${inHouse}/4)*3.7+floor(Y/5)*7.3+${house}*19.1+${variant})`;
    const isWindow = `lt(mod(${inHouse},4),2)*lt(mod(Y,5),2)*gt(Y,${line}+3)*between(${inHouse},2,${Math.floor(lot) - 3})`;
    const isLit = `${isWindow}*gt(${scattered(cell)},0.68)`;
    const warmth = scattered(`${cell}+5`);
    const lights = blended("#ffcf8f", "#fff1d6", warmth);
    const graph = drifting(frame, {
      ...{ height, shrink, hard: true, pixelsPerSecond },
      colour: (index) => `if(${isLit},${lights(index)},${channel(colour, index)})`,
      alpha: `255*gte(Y,${line})`,
    });
    return { graph, y: String(frame.height - height) };
  };
  const colours = choice<[Colour, Colour, Colour]>(
    [
      ["#3d3f78", "#20265a", "#0a0d24"],
      ["#1d5563", "#0f3344", "#05121c"],
      ["#5b3277", "#321a50", "#120823"],
    ],
    variant,
  );
  return composed(sky(frame, choice(NIGHTS, variant)), [
    skyline(0.62, colours[0], 22, 12),
    skyline(0.48, colours[1], 15, 24),
    skyline(0.32, colours[2], 10, 60),
  ]);
}

const SHEETS: readonly [Colour[], ...Colour[][]] = [
  ["#f7f1e6", "#f3c9a5", "#ec9a76", "#7e8fe0", "#3a60ea"],
  ["#eef2ea", "#cfe3c2", "#8fc39c", "#3d8f7c", "#16534f"],
  ["#faf0ee", "#f2c6c1", "#e58a92", "#a8527f", "#53295e"],
  ["#f1f4f8", "#c9d8ee", "#8fadde", "#4c6fb8", "#20386e"],
];

/** Cut sheets of paper, each with a shadow on those behind. */
function paper(frame: Frame, variant: number): string {
  const [background = "#fff", ...sheets] = choice(SHEETS, variant);
  const layers = sheets.map((sheet, index) => {
    const height = 2 * Math.round((frame.height * (0.94 - 0.2 * index)) / 2);
    const line = ridge([0.16 + 0.03 * index, 0.09, 0.03], variant * 2 + index * 3, period(frame));
    const sheetShare = `clip(0.5-(${line}-Y),0,1)`;
    const shadow = `0.28*exp(-max(${line}-Y,0)/(H*0.035))`;
    const opacity = `(${sheetShare}+${shadow}*(1-${sheetShare}))`;
    const colour = (at: number) => `${channel(sheet, at)}*${sheetShare}/max(${opacity},0.01)`;
    const alpha = `255*${opacity}`;
    const pixelsPerSecond = choice([10, 15, 20, 30], index);
    return { graph: drifting(frame, { height, colour, alpha, pixelsPerSecond }), y: String(frame.height - height) };
  });
  return composed(
    `color=c=${background}:size=${frame.width}x${frame.height}:rate=${frame.fps},format=yuv420p,setsar=1`,
    layers,
  );
}
