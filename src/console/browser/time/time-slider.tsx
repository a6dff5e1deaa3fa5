import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { momentAt } from '#console/model/time/moments.js'
import type { RevisionList } from '#protocol/history.js'
import { goHere, moment } from '../state/router.js'
import { Icon } from '../ui/icon.js'
import { position, timeOf } from './kept-history.js'

const STEP_EVERY_MS = 900
/** A table is not read for each pixel that the slider passes. */
const SETTLE_MS = 120

/** A slider over the kept history, with buttons to step and to play. */
export function TimeSlider({ kept }: { kept: RevisionList }) {
  const { items } = kept
  const last = items.length - 1
  const isPlaying = useSignal(false)
  const dragged = useSignal<number | undefined>(undefined)
  const found = position.value
  const current = found?.kind === 'kept' ? found.index : found?.kind === 'gone' ? 0 : last
  const index = Math.min(last, dragged.value ?? current)

  // The first step from now can be undone with the back button.
  const show = (next: number) =>
    goHere({ at: momentAt(kept, next) }, { replace: moment.value !== undefined && next < last })

  useEffect(() => {
    if (dragged.value === undefined) return
    const timer = setTimeout(() => {
      const next = dragged.value
      dragged.value = undefined
      if (next !== undefined) show(next)
    }, SETTLE_MS)
    return () => clearTimeout(timer)
  }, [dragged.value])

  useEffect(() => {
    if (!isPlaying.value) return
    const timer = setTimeout(() => {
      if (current + 1 >= last) isPlaying.value = false
      show(current + 1)
    }, STEP_EVERY_MS)
    return () => clearTimeout(timer)
  }, [isPlaying.value, current, last])

  if (last < 1) return <p class="time-controls muted">The history has no moment before now yet.</p>
  const play = () => {
    if (!isPlaying.value && current >= last) show(0)
    isPlaying.value = !isPlaying.value
  }
  const label = labelOf(kept, index)
  return (
    <div class="time-controls">
      <button
        type="button"
        class="icon-button"
        aria-label={isPlaying.value ? 'Pause' : 'Play'}
        title={isPlaying.value ? 'Pause' : 'Play the history'}
        onClick={play}
      >
        <Icon name={isPlaying.value ? 'pause' : 'play'} />
      </button>
      <button
        type="button"
        class="icon-button"
        aria-label="Previous moment"
        disabled={index <= 0}
        onClick={() => show(index - 1)}
      >
        <Icon name="left" />
      </button>
      <span class="time-end muted">{labelOf(kept, 0)}</span>
      <input
        type="range"
        class="time-range"
        aria-label="Moment"
        aria-valuetext={label}
        min={0}
        max={last}
        step={1}
        value={index}
        onInput={({ currentTarget }) => {
          isPlaying.value = false
          dragged.value = currentTarget.valueAsNumber
        }}
      />
      <button
        type="button"
        class="icon-button"
        aria-label="Next moment"
        disabled={index >= last}
        onClick={() => show(index + 1)}
      >
        <Icon name="chevron" />
      </button>
      <output class="time-now">{label}</output>
    </div>
  )
}

function labelOf({ items }: RevisionList, index: number): string {
  if (index >= items.length - 1) return 'Now'
  const { time, resourceVersion = '' } = items[index] ?? {}
  if (time !== undefined) return timeOf(time)
  return index === 0 ? 'Start' : `version ${resourceVersion}`
}
