import { useEffect, useRef } from "react";
import { useTranslation } from "../../platform/i18n.ts";
import styles from "./Studio.module.css";

/** The quietest level that is shown, in decibels of full scale. */
const QUIETEST_DB = -60;

/** How loud the microphone is. */
export function SoundLevel({ stream }: { stream: MediaStream }) {
  const { t } = useTranslation("studio");
  const meter = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    if (stream.getAudioTracks().length === 0) return;
    const context = new AudioContext();
    const analyser = context.createAnalyser();
    const source = context.createMediaStreamSource(stream);
    source.connect(analyser);
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    const measure = () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      if (meter.current) meter.current.value = Math.max(QUIETEST_DB, 10 * Math.log10(power || 1e-9));
      frame = requestAnimationFrame(measure);
    };
    measure();
    return () => {
      cancelAnimationFrame(frame);
      source.disconnect();
      void context.close();
    };
  }, [stream]);
  return (
    <meter
      ref={meter}
      className={styles["level"]}
      aria-label={t("level")}
      min={QUIETEST_DB}
      max={0}
      high={-6}
      optimum={-20}
    />
  );
}
