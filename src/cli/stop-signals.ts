import type { EventEmitter } from 'node:events'

/** By convention 128 and the number of the signal. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143 } as const
export type StopSignal = keyof typeof SIGNAL_CODES
const STOP_SIGNALS = Object.keys(SIGNAL_CODES) as StopSignal[]

/** Resolves when the process is asked to stop. Until it resolves no such signal ends the process. */
export function nextSignal(signals: EventEmitter): Promise<StopSignal> {
  return new Promise((resolve) => {
    const listener = (signal: StopSignal) => {
      for (const name of STOP_SIGNALS) signals.off(name, listener)
      resolve(signal)
    }
    for (const name of STOP_SIGNALS) signals.on(name, listener)
  })
}
