/** A line of the text format of Prometheus. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** The samples by the name of their metric. */
export type Metrics = ReadonlyMap<string, readonly Sample[]>

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', '"': '"', '\\': '\\' }

export function parseMetrics(text: string): Metrics {
  const metrics = new Map<string, Sample[]>()
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, name, labels = '', value = ''] = LINE.exec(line) ?? []
    if (name === undefined) continue
    const sample = { labels: readLabels(labels), value: Number(value.replace('Inf', 'Infinity')) }
    const known = metrics.get(name)
    if (known === undefined) metrics.set(name, [sample])
    else known.push(sample)
  }
  return metrics
}

function readLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(LABEL)) {
    labels[name] = value.replace(/\\(.)/g, (_, escaped: string) => ESCAPES[escaped] ?? escaped)
  }
  return labels
}

/** The sum of a metric over its labels; undefined if the server has none. */
export function sumOf(
  metrics: Metrics,
  name: string,
  isWanted: (labels: Sample['labels']) => boolean = () => true,
): number | undefined {
  const samples = metrics.get(name)
  if (samples === undefined) return undefined
  return samples.reduce((sum, { labels, value }) => (isWanted(labels) ? sum + value : sum), 0)
}

/** The cumulative buckets of a histogram over its labels, by their upper bounds. */
export function bucketsOf(
  metrics: Metrics,
  name: string,
  isWanted: (labels: Sample['labels']) => boolean = () => true,
): ReadonlyMap<number, number> {
  const buckets = new Map<number, number>()
  for (const { labels, value } of metrics.get(`${name}_bucket`) ?? []) {
    if (!isWanted(labels)) continue
    const bound = labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le)
    buckets.set(bound, (buckets.get(bound) ?? 0) + value)
  }
  return buckets
}

/** A quantile of what came between two readings of a histogram; undefined if nothing came. */
export function quantileBetween(
  before: ReadonlyMap<number, number>,
  after: ReadonlyMap<number, number>,
  quantile: number,
): number | undefined {
  const bounds = [...after.keys()].toSorted((one, other) => one - other)
  const counts = bounds.map((bound) => (after.get(bound) ?? 0) - (before.get(bound) ?? 0))
  const total = counts.at(-1) ?? 0
  if (total <= 0) return undefined
  const rank = quantile * total
  const index = counts.findIndex((count) => count >= rank)
  const [bound = 0, lower = 0] = [bounds[index], bounds[index - 1]]
  if (bound === Number.POSITIVE_INFINITY) return lower
  const [count = 0, below = 0] = [counts[index], counts[index - 1]]
  return count === below ? bound : lower + ((bound - lower) * (rank - below)) / (count - below)
}
