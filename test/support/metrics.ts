/** The sum of all samples of a metric with these labels, in the text format of Prometheus. */
export function sumOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  let sum = 0
  for (const line of text.split('\n')) {
    const [, found, given = '', value] = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (found === name && wanted.every((label) => `,${given},`.includes(`,${label},`))) sum += Number(value)
  }
  return sum
}

/** Open watches and forwarded requests. */
export const openWatches = (text: string): number => sumOf(text, 'apiserver_longrunning_requests')

/** Requests in flight, watches included. */
export const inFlight = (text: string): number =>
  sumOf(text, 'apiserver_current_inflight_requests') + openWatches(text)
