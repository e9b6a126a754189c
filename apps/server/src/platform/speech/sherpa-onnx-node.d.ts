/** The part of sherpa-onnx-node 1.13 that is used here; the package has no types (its `types.js`). */
declare module "sherpa-onnx-node" {
  interface RecognizerConfig {
    featConfig: { sampleRate: number; featureDim: number };
    modelConfig: Record<string, unknown>;
  }
  /** `OfflineRecognitionResult::AsJsonString` of its sources. */
  interface RecognizerResult {
    text: string;
    lang?: string;
    tokens?: string[];
    /** Seconds at which each token begins; empty for models without. */
    timestamps?: number[];
    durations?: number[];
  }
  interface RecognizerStream {
    acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  }
  class OfflineRecognizer {
    static createAsync(config: RecognizerConfig): Promise<OfflineRecognizer>;
    createStream(): RecognizerStream;
    decodeAsync(stream: RecognizerStream): Promise<RecognizerResult>;
  }
  interface Sherpa {
    OfflineRecognizer: typeof OfflineRecognizer;
  }
  const sherpa: Sherpa;
  export default sherpa;
  export type { OfflineRecognizer, Sherpa, RecognizerConfig, RecognizerResult };
}
