import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { type Failure, failureIn } from '#console/model/api/failure.js'
import { parseMetrics } from '#console/model/metrics/parse.js'
import { type Reading, readingOf } from '#console/model/metrics/readings.js'
import { fetchJson } from '../api/fetch.js'
import { now } from '../clock.js'

const EVERY_MS = 2000
/** Ten minutes. */
const KEPT = 300

export interface Readings {
  readonly readings: readonly Reading[]
  readonly failure: Failure | undefined
}

/** Reads `/metrics` as long as the component is there and the page is visible. */
export function useReadings(): Readings {
  const readings = useSignal<readonly Reading[]>([])
  const failure = useSignal<Failure | undefined>(undefined)
  useEffect(() => {
    let isOpen = true
    let timer: ReturnType<typeof setTimeout> | undefined
    let before: Parameters<typeof readingOf>[0] | undefined
    const read = async () => {
      try {
        if (document.visibilityState === 'visible') {
          const text = await fetchJson<string>('/metrics', { accept: 'text/plain' })
          const scrape = { time: now() / 1000, metrics: parseMetrics(text) }
          if (!isOpen) return
          if (before !== undefined)
            readings.value = [...readings.value, readingOf(before, scrape)].slice(-KEPT)
          before = scrape
          failure.value = undefined
        }
      } catch (error) {
        failure.value = failureIn(error)
      }
      if (isOpen) timer = setTimeout(() => void read(), EVERY_MS)
    }
    void read()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [readings, failure])
  return { readings: readings.value, failure: failure.value }
}
