import { Chart } from "../src/kit/Chart.tsx";
import { Facts } from "../src/kit/Facts.tsx";
import { FigureStrip } from "../src/kit/FigureStrip.tsx";
import { Sparkline } from "../src/kit/Sparkline.tsx";
import { StatStrip } from "../src/kit/StatStrip.tsx";
import { Part, Row } from "./Part.tsx";
import styles from "./Gallery.module.css";

const FROM = Date.UTC(2030, 0, 31, 12);
const MINUTE_MS = 60_000;
const times = Array.from({ length: 60 }, (_, minute) => FROM + minute * MINUTE_MS);
const wave = (height: number, shift: number) =>
  times.map((_, minute) => Math.round(height * (1.5 + Math.sin(minute / 8 + shift))));
const edges = ["12:00 PM", "now"] as const;
const place = { times, from: FROM, to: FROM + 59 * MINUTE_MS, edges, group: "gallery" };
const viewers = (value: number) => String(Math.round(value));

/** What shows numbers. */
export const Numbers = () => (
  <>
    <Part name="Chart">
      <Chart
        {...place}
        label="Bitrate"
        series={[{ label: "Bitrate", values: wave(2000, 0) }]}
        target={4500}
        format={(value) => `${Number((value / 1000).toFixed(1))} Mbps`}
      />
      <Chart
        {...place}
        label="Plays"
        kind="stack"
        height={120}
        series={[
          { label: "Videos", values: wave(30, 1) },
          { label: "Livestreams", values: wave(12, 3) },
        ]}
        format={viewers}
      />
      <Chart
        {...place}
        label="Viewers"
        series={[{ label: "Viewers", values: wave(30, 2) }]}
        unfinished
        format={viewers}
      />
      <Chart {...place} label="Latency" series={[{ label: "Latency", values: [] }]} format={viewers} />
    </Part>
    <Strips />
  </>
);

const Strips = () => (
  <>
    <Part name="Sparkline">
      <Row>
        <Sparkline values={wave(10, 2)} />
        <Sparkline values={[]} />
      </Row>
    </Part>
    <Part name="StatStrip">
      <StatStrip
        label="Last 7 days"
        stats={[
          { label: "Plays", value: "1,204", detail: "+3%" },
          { label: "Watch time", value: "42:10:00" },
          { label: "Bandwidth", value: "412 GB" },
        ]}
      />
    </Part>
    <Part name="FigureStrip">
      <FigureStrip
        label="Last 28 days"
        figures={[
          { label: "Plays", value: "1,204", detail: "+3%", trend: wave(10, 2) },
          { label: "Watch time", value: "42 h", detail: "+1 h", trend: [] },
          { label: "Storage", value: "412 GB", detail: "No limit" },
        ]}
      />
    </Part>
    <Part name="Facts">
      <Facts
        label="File"
        facts={[
          { label: "Container", value: "MOV" },
          { label: "Public URL", value: "https://example.com/v/8f3a21" },
        ]}
      />
      <div className={styles["thumb"]}>
        <Facts facts={[{ label: "Audio", value: "AAC" }]} />
      </div>
    </Part>
  </>
);
