import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '#test/support/random.js'
import type { Line, LineState } from './line.js'
import type { Victim } from './processes.js'
import type { Stage } from './stage.js'

const INTERRUPTIONS: readonly LineState[] = ['silent', 'deaf', 'cut']

/** Kills and suspends processes and interrupts lines at random until the time is over; two things at a time. Notes what it did. */
export async function makeMishaps(stage: Stage, random: Random, ms: number, done: string[]): Promise<void> {
  const end = performance.now() + ms
  const busy = new Set<Victim | Line>()
  const one = async () => {
    while (performance.now() < end) {
      const length = Math.min(300 + random.below(6000), Math.max(end - performance.now(), 0))
      const target = random.pick([...stage.victims, ...stage.lines.values()].filter((it) => !busy.has(it)))
      busy.add(target)
      const at = Math.round(ms - (end - performance.now()))
      const note = (what: string) => done.push(`${at} ms: ${what} for ${Math.round(length)} ms`)
      if ('state' in target) {
        target.state = random.pick(INTERRUPTIONS)
        const [name] = [...stage.lines].find(([, line]) => line === target) ?? []
        note(`line ${name} ${target.state}`)
        await pause(length)
        target.state = 'open'
      } else if (random.chance(0.5)) {
        note(`${target.name} killed`)
        await target.kill()
        await pause(length / 2)
        await target.start()
      } else {
        note(`${target.name} suspended`)
        target.suspend()
        await pause(length)
        target.resume()
      }
      busy.delete(target)
      await pause(random.below(2000))
    }
  }
  await Promise.all([one(), one()])
}
