import type { Leadership } from './controller.js'

/**
 * A leadership that counts only while something else allows it. `onChange` calls the listener whenever that may have
 * changed, and returns a function that stops it.
 */
export function restrictLeadership(
  leadership: Leadership,
  isAllowed: () => boolean,
  onChange: (listener: () => void) => () => void,
): Leadership {
  return {
    get isLeading() {
      return isAllowed() && leadership.isLeading
    },
    whenLeading: (start, stop) => {
      let elected = false
      let active = false
      const decide = () => {
        const wanted = elected && isAllowed()
        if (wanted === active) return
        active = wanted
        if (active) start()
        else stop()
      }
      const elect = (chosen: boolean) => {
        elected = chosen
        decide()
      }
      const unfollow = onChange(decide)
      const resign = leadership.whenLeading(
        () => elect(true),
        () => elect(false),
      )
      return () => {
        unfollow()
        resign()
      }
    },
  }
}
