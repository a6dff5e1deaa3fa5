import { useEffect } from 'preact/hooks'
import { goHere, moment } from '../state/router.js'
import { copyText } from '../ui/copy-text.js'
import { Icon } from '../ui/icon.js'
import { isTimeOpen, isUnchecked, kept, loadKept, position, timeOf } from './kept-history.js'
import { TimeSlider } from './time-slider.js'

const REFRESH_EVERY_MS = 10_000

export const backToNow = () => goHere({ at: undefined })

/** Shows the past: a banner that nobody overlooks, and the slider over the kept history. */
export function TimeBar() {
  const at = moment.value
  const isShown = at !== undefined || isTimeOpen.value
  useEffect(() => {
    if (!isShown) return
    if (at === undefined) void loadKept()
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void loadKept()
    }, REFRESH_EVERY_MS)
    return () => clearInterval(timer)
  }, [isShown])
  const mustCheck = isUnchecked.value
  useEffect(() => {
    if (mustCheck) void loadKept()
  }, [at, mustCheck])
  if (!isShown) return null
  return (
    <section class={at === undefined ? 'time-bar' : 'time-bar past'} aria-label="Time">
      {at !== undefined && <PastBanner at={at} />}
      {kept.value !== undefined && <TimeSlider kept={kept.value} />}
    </section>
  )
}

function PastBanner({ at }: { at: string }) {
  const oldest = kept.value?.items[0]
  const kind = position.value?.kind
  return (
    <div class="time-banner">
      <Icon name="clock" />
      <p class="time-text" role="status">
        <PastText at={at} />
      </p>
      {kind === 'gone' && oldest !== undefined && (
        <button
          type="button"
          class="button small"
          onClick={() => goHere({ at: oldest.resourceVersion }, { replace: true })}
        >
          Oldest moment
        </button>
      )}
      {kind === 'kept' && (
        <button
          type="button"
          class="button small"
          title="A link to this moment"
          onClick={() => void copyText(location.href, 'Link copied')}
        >
          <Icon name="copy" /> <span class="wide-only">Copy link</span>
        </button>
      )}
      <button type="button" class="button small" onClick={backToNow}>
        Back to now
      </button>
    </div>
  )
}

function PastText({ at }: { at: string }) {
  const found = position.value
  const [oldest] = kept.value?.items ?? []
  if (found?.kind === 'gone') {
    const since = oldest?.time === undefined ? '' : ` It goes back to ${timeOf(oldest.time)}.`
    return (
      <>
        The moment <strong>{at}</strong> has left the history.{since}
      </>
    )
  }
  // Otherwise it may be a write of the last seconds.
  if (found?.kind === 'future' && !isUnchecked.value) {
    return (
      <>
        The moment <strong>{at}</strong> has not come yet.
      </>
    )
  }
  const time = found?.kind === 'kept' ? found.revision.time : undefined
  return (
    <>
      You see the past: <strong>{time === undefined ? `version ${at}` : timeOf(time)}</strong>
      {time !== undefined && <span class="wide-only"> (version {at})</span>}. Nothing can be changed.
    </>
  )
}
