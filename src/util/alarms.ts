/** A pending callback of a clock. */
export interface Alarm {
  /** In milliseconds since 1970. */
  time: number
  /** How long the callback was to wait. */
  readonly delay: number
  readonly callback: () => void
  readonly mayBeLate: boolean
}

/** Pending callbacks, in order of time. Those of one time keep the order in which they were added. */
export class Alarms {
  /** The latest first, so that the next one is at the end. */
  #all: Alarm[] = []

  add(alarm: Alarm): void {
    this.#all.splice(this.#placeOf(alarm.time), 0, alarm)
  }

  remove(alarm: Alarm): void {
    for (let index = this.#placeOf(alarm.time); this.#all[index]?.time === alarm.time; index++) {
      if (this.#all[index] !== alarm) continue
      this.#all.splice(index, 1)
      return
    }
  }

  get first(): Alarm | undefined {
    return this.#all.at(-1)
  }

  /** The first one that must be on time. */
  get firstOnTime(): Alarm | undefined {
    return this.#all.findLast(({ mayBeLate }) => !mayBeLate)
  }

  /** Removes the first one if it is due. */
  takeDue(now: number): Alarm | undefined {
    const { first } = this
    return first !== undefined && first.time <= now ? this.#all.pop() : undefined
  }

  /** After the clock was set back: no callback waits longer than it was to wait at first. */
  setBack(now: number): void {
    const alarms = this.#all.reverse()
    this.#all = []
    for (const alarm of alarms) {
      alarm.time = Math.min(alarm.time, now + alarm.delay)
      this.add(alarm)
    }
  }

  /** The first place from which on no alarm is later. */
  #placeOf(time: number): number {
    let [low, high] = [0, this.#all.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#all[middle] as Alarm).time > time) low = middle + 1
      else high = middle
    }
    return low
  }
}
