import { useEffect, useRef } from 'preact/hooks'
import type uPlot from 'uplot'
import type { Reading } from '#console/model/metrics/readings.js'
import { theme } from '../state/preferences.js'

/** One line of a chart. */
export interface Line {
  readonly field: keyof Reading
  readonly label: string
  readonly tone: 'accent' | 'good' | 'busy' | 'bad'
}

interface ChartProps {
  readonly title: string
  readonly lines: readonly Line[]
  readonly readings: readonly Reading[]
  readonly format: (value: number) => string
}

const HEIGHT = 140
/** Pixels from one time below a chart to the next. */
const TIME_WIDTH = 80

/** A chart over time. Its numbers are in the text above it. */
export function Chart({ title, lines, readings, format }: ChartProps) {
  const ref = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const data = useRef<uPlot.AlignedData>([[]])
  data.current = [
    readings.map(({ time }) => time),
    ...lines.map(({ field }) => readings.map((reading) => reading[field] ?? null)),
  ]
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    let isOpen = true
    const observer = new ResizeObserver(() =>
      plot.current?.setSize({ width: element.clientWidth, height: HEIGHT }),
    )
    void import('uplot').then(({ default: Plot }) => {
      if (!isOpen) return
      plot.current = new Plot(optionsOf(element, lines, format), data.current, element)
      observer.observe(element)
    })
    return () => {
      isOpen = false
      observer.disconnect()
      plot.current?.destroy()
      plot.current = undefined
    }
  }, [theme.value, isDark, lines, format])
  useEffect(() => plot.current?.setData(data.current), [readings])
  return <div class="chart" ref={ref} role="img" aria-label={`${title} over time`} />
}

function optionsOf(
  element: Element,
  lines: readonly Line[],
  format: (value: number) => string,
): uPlot.Options {
  const faint = colorOf(element, 'text-faint')
  const grid = { stroke: colorOf(element, 'border'), width: 1 }
  const font = '11px system-ui, sans-serif'
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: { y: { range: (_, __, most) => [0, most > 0 ? most * 1.15 : 1] } },
    axes: [
      {
        stroke: faint,
        grid: { show: false },
        ticks: { show: false },
        font,
        size: 24,
        space: TIME_WIDTH,
        values: clockTimes,
      },
      {
        stroke: faint,
        grid,
        ticks: { show: false },
        font,
        size: 64,
        splits: (_, __, least, most) => [least, most / 2, most].map((value) => value),
        values: (_, splits) => splits.map((value) => (value === 0 ? '0' : format(value))),
      },
    ],
    series: [
      {},
      ...lines.map(
        ({ label, tone }): uPlot.Series => ({
          label,
          stroke: colorOf(element, tone),
          width: 1.5,
          spanGaps: true,
          points: { show: false },
        }),
      ),
    ],
  }
}

const clockTimes = (_: uPlot, times: readonly number[]): string[] =>
  times.map((time) => new Date(time * 1000).toLocaleTimeString('en-GB').slice(0, 8))

/** A color of the theme as a canvas understands it. */
function colorOf(element: Element, name: string): string {
  const probe = document.createElement('span')
  probe.style.color = `var(--${name})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
