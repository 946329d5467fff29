import { Gauge, register } from 'prom-client';

/** Milliseconds that a scrape waits for a value. */
const deadlineMs = 1_000;
/** Milliseconds for which one read serves all gauges of a scrape. */
const sameScrapeMs = 1_000;

/** One value of a gauge with its labels. */
export interface Sample {
  labels?: Record<string, string>;
  value: number;
}

export interface GaugeOptions {
  name: string;
  help: string;
  labelNames?: readonly string[];
  /** The values now; null while they cannot be known: the gauge then has none. */
  read: () => Promise<readonly Sample[] | null> | readonly Sample[] | null;
}

/** A gauge whose values are read when they are scraped. A later gauge of the same name replaces it. */
export function gaugeOnScrape({ name, help, labelNames = [], read }: GaugeOptions): Gauge {
  register.removeSingleMetric(name);
  return new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    async collect() {
      const samples = await read();
      this.reset();
      // Without labels, a reset leaves a zero, which would say that all is well.
      if (!samples) return labelNames.length === 0 ? this.set(NaN) : undefined;
      for (const { labels = {}, value } of samples) this.set(labels, value);
    },
  });
}

/**
 * One look at a store for all gauges that show a part of it: read once for each scrape. Answers null when it fails or takes
 * longer than a second.
 */
export function readOnceForScrape<T>(read: () => Promise<T>): () => Promise<T | null> {
  let readAt = -Infinity;
  let answer: Promise<T | null> = Promise.resolve(null);
  return () => {
    if (performance.now() - readAt < sameScrapeMs) return answer;
    readAt = performance.now();
    answer = withinDeadline(read());
    return answer;
  };
}

async function withinDeadline<T>(work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), deadlineMs)));
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
