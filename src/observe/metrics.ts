/**
 * Metrics in the text format of Prometheus.
 *
 * Everything is decided when a metric is registered: the caller takes a child for each combination of labels
 * it will need and keeps it, and what happens per request is an addition to a number.
 */

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type MetricType = 'counter' | 'gauge' | 'histogram'

/** One value for each label name, in their order. */
type LabelValues<L extends readonly string[]> = { readonly [I in keyof L]: string }

interface Child {
  /** The lines of this child. `labels` is `verb="get",code="200"`, empty when there are none. */
  write(name: string, labels: string): string
}

/** A number that only rises. */
export class Counter implements Child {
  value = 0

  inc(by = 1): void {
    this.value += by
  }

  write(name: string, labels: string): string {
    return line(name, labels, this.value)
  }
}

/** A number that goes up and down. */
export class Gauge implements Child {
  value = 0

  set(value: number): void {
    this.value = value
  }

  inc(by = 1): void {
    this.value += by
  }

  dec(by = 1): void {
    this.value -= by
  }

  write(name: string, labels: string): string {
    return line(name, labels, this.value)
  }
}

/** How values are spread: how many lie at or below each bound, how many there are, their sum. */
export class Histogram implements Child {
  readonly #bounds: readonly number[]
  /** Values by the first bound that they do not exceed; the last place is for those above all bounds. */
  readonly #counts: Float64Array
  #sum = 0

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
    this.#counts = new Float64Array(bounds.length + 1)
  }

  observe(value: number): void {
    const bounds = this.#bounds
    let place = 0
    while (place < bounds.length && value > (bounds[place] as number)) place++
    this.#counts[place] = (this.#counts[place] as number) + 1
    this.#sum += value
  }

  write(name: string, labels: string): string {
    const before = labels === '' ? '' : `${labels},`
    let out = ''
    let count = 0
    for (const [place, bound] of [...this.#bounds, Number.POSITIVE_INFINITY].entries()) {
      count += this.#counts[place] as number
      out += line(`${name}_bucket`, `${before}le="${number(bound)}"`, count)
    }
    return out + line(`${name}_sum`, labels, this.#sum) + line(`${name}_count`, labels, count)
  }
}

/** A metric with all its children. */
export class Family<C extends Child, L extends readonly string[]> {
  readonly #names: L
  readonly #create: () => C
  readonly #children = new Map<string, { readonly values: LabelValues<L>; readonly child: C }>()

  constructor(names: L, create: () => C) {
    this.#names = names
    this.#create = create
  }

  /** The child with these labels, made on first demand. To be called once and kept, not per observation. */
  labels(...values: LabelValues<L>): C {
    const key = this.#names
      .map((name, index) => `${name}="${escapeLabel(values[index] as string)}"`)
      .join(',')
    let known = this.#children.get(key)
    if (known === undefined) {
      known = { values, child: this.#create() }
      this.#children.set(key, known)
    }
    return known.child
  }

  /** Forgets all children that have these values of labels. Whoever still keeps one counts for nothing. */
  forget(labels: { readonly [N in L[number]]?: string }): void {
    const wanted = Object.entries<string | undefined>(labels).map(
      ([name, value]) => [this.#names.indexOf(name), value] as const,
    )
    for (const [key, { values }] of this.#children) {
      if (wanted.every(([index, value]) => values[index] === value)) this.#children.delete(key)
    }
  }

  write(name: string): string {
    let out = ''
    for (const [labels, { child }] of this.#children) out += child.write(name, labels)
    return out
  }
}

interface Registered {
  readonly name: string
  readonly help: string
  readonly type: MetricType
  readonly write: () => string
}

/** In seconds: as kube-apiserver has them, and finer below, where most reads are. */
export const API_DURATION_BOUNDS = [
  ...[0.000_25, 0.000_5, 0.001, 0.002_5],
  ...[0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45, 60],
]

const METRIC_NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/
const LABEL_NAME = /^(?!__)[a-zA-Z_][a-zA-Z0-9_]*$/

export class MetricsRegistry {
  readonly #metrics = new Map<string, Registered>()

  counter<const L extends readonly string[] = []>(
    name: string,
    help: string,
    labels?: L,
  ): Family<Counter, L> {
    return this.#family(name, help, 'counter', labels, () => new Counter())
  }

  gauge<const L extends readonly string[] = []>(name: string, help: string, labels?: L): Family<Gauge, L> {
    return this.#family(name, help, 'gauge', labels, () => new Gauge())
  }

  /** `bounds` are the upper ends of the buckets, in rising order; one without an end is always added. */
  histogram<const L extends readonly string[] = []>(
    name: string,
    help: string,
    bounds: readonly number[],
    labels?: L,
  ): Family<Histogram, L> {
    if (bounds.some((bound, index) => !Number.isFinite(bound) || bound <= (bounds[index - 1] ?? -Infinity))) {
      throw new TypeError(`the bounds of ${name} must be finite and rise`)
    }
    if (labels?.includes('le'))
      throw new TypeError(`${name} cannot have the label le, which is that of buckets`)
    return this.#family(name, help, 'histogram', labels, () => new Histogram(bounds))
  }

  /** A value that is computed when metrics are read. */
  read(name: string, help: string, type: 'counter' | 'gauge', read: () => number): void {
    this.#register({ name, help, type, write: () => line(name, '', read()) })
  }

  /** Values of a label that come and go, with their numbers, asked for only when metrics are read. Callers see to it that they are few. */
  readEach(
    name: string,
    help: string,
    type: 'counter' | 'gauge',
    label: string,
    read: () => Iterable<readonly [value: string, number: number]>,
  ): void {
    expectLabel(label)
    const write = () =>
      [...read()].map(([value, number]) => line(name, `${label}="${escapeLabel(value)}"`, number)).join('')
    this.#register({ name, help, type, write })
  }

  /** The same with counters, gauges or histograms that somebody else keeps. */
  collect(
    name: string,
    help: string,
    type: MetricType,
    label: string,
    read: () => Iterable<readonly [value: string, child: Child]>,
  ): void {
    expectLabel(label)
    const write = () =>
      [...read()].map(([value, child]) => child.write(name, `${label}="${escapeLabel(value)}"`)).join('')
    this.#register({ name, help, type, write })
  }

  /** All metrics, in order of registration. */
  expose(): string {
    let out = ''
    for (const { name, help, type, write } of this.#metrics.values()) {
      out += `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n${write()}`
    }
    return out
  }

  #family<C extends Child, L extends readonly string[]>(
    name: string,
    help: string,
    type: MetricType,
    labels: L | undefined,
    create: () => C,
  ): Family<C, L> {
    const names = labels ?? ([] as unknown as L)
    for (const label of names) expectLabel(label)
    const family = new Family(names, create)
    this.#register({ name, help, type, write: () => family.write(name) })
    return family
  }

  #register(metric: Registered): void {
    const { name } = metric
    if (!METRIC_NAME.test(name)) throw new TypeError(`${JSON.stringify(name)} is not the name of a metric`)
    if (this.#metrics.has(name)) throw new TypeError(`the metric ${name} is registered already`)
    this.#metrics.set(name, metric)
  }
}

function expectLabel(label: string): void {
  if (!LABEL_NAME.test(label)) throw new TypeError(`${JSON.stringify(label)} is not the name of a label`)
}

function line(name: string, labels: string, value: number): string {
  return labels === '' ? `${name} ${number(value)}\n` : `${name}{${labels}} ${number(value)}\n`
}

function number(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf'
  return value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value)
}

function escapeHelp(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"')
}
