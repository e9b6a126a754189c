import type { SourceFacts } from "../probe/facts.ts";

/** The nits of graphics white in HDR (ITU-R BT.2408 §2.2), which becomes nearly the white of SDR. */
const whiteNits = 203;
/** The brightest that keeps its detail, which most is graded for. */
const peakNits = 1000;
const peak = peakNits / whiteNits;
/** Up to this much of white nothing changes, and what is brighter is pressed together. */
const unchanged = 0.6;

/**
 * Makes PQ and HLG pictures those of BT.709; none for other pictures. Slow, so the picture has its largest size by then.
 * @param filters those this ffmpeg has; without zscale and tonemap the same is done channel by channel.
 */
export function toneMapped({ video }: Pick<SourceFacts, "video">, filters: ReadonlySet<string>): string[] {
  if (!video.hdr) return [];
  const transfer = video.colorTransfer ?? "smpte2084";
  if (!filters.has("zscale") || !filters.has("tonemap")) return byChannel(transfer);
  return [
    // Files often say only the curve; without the rest zscale refuses to convert.
    `setparams=color_primaries=bt2020:color_trc=${transfer}:colorspace=bt2020nc`,
    `zscale=transfer=linear:npl=${whiteNits}`,
    "format=gbrpf32le",
    "zscale=primaries=bt709",
    `tonemap=tonemap=mobius:param=${unchanged}:desat=0:peak=${peak.toFixed(2)}`,
    "zscale=transfer=bt709:matrix=bt709:range=tv",
    "format=yuv420p",
  ];
}

/** Light of a channel, as a share of the peak, by the curve of PQ or HLG (ITU-R BT.2100 tables 4 and 5). */
const light = {
  pq: `min(pow(max(pow(val/maxval,1/78.84375)-0.8359375,0)/(18.8515625-18.6875*pow(val/maxval,1/78.84375)),1/0.1593017578125)*${10_000 / peakNits},1)`,
  hlg: "pow(if(lte(val/maxval,0.5),pow(val/maxval,2)/3,(exp((val/maxval-0.55991073)/0.17883277)+0.28466892)/12),1.2)",
} as const;

/** From the primaries of BT.2020 to those of BT.709, of light (ITU-R BT.2087 §4). */
const primaries = "rr=1.6605:rg=-0.5876:rb=-0.0728:gr=-0.1246:gg=1.1329:gb=-0.0083:br=-0.0182:bg=-0.1006:bb=1.1187";

/** With filters every ffmpeg has, in 16 bits a channel. */
function byChannel(transfer: string): string[] {
  const each = (expression: string) => `lutrgb=r='${expression}':g='${expression}':b='${expression}'`;
  const lit = transfer === "arib-std-b67" ? light.hlg : light.pq;
  // The curve of tonemap's mobius (https://ffmpeg.org/ffmpeg-filters.html#tonemap-1).
  const j = unchanged;
  const a = (-j * j * (peak - 1)) / (j * j - 2 * j + peak);
  const b = (j * j - 2 * j * peak + peak) / (peak - 1);
  const scale = (b * b + 2 * b * j + j * j) / (b - a);
  const pressed = `if(lte(ld(0),${j}),ld(0),${scale.toFixed(6)}*(ld(0)+${a.toFixed(6)})/(ld(0)+${b.toFixed(6)}))`;
  // As displays of BT.709 turn it back into light (ITU-R BT.1886).
  const signal = "pow(ld(1),1/2.4)";
  return [
    "scale=in_color_matrix=bt2020,format=rgb48le",
    each(`maxval*${lit}`),
    `colorchannelmixer=${primaries}`,
    each(`st(0,val/maxval*${peak.toFixed(6)})*0+st(1,min(${pressed},1))*0+maxval*${signal}`),
    "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
  ];
}
