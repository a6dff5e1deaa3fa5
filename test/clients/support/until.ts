import { setTimeout as pause } from 'node:timers/promises'

const PATIENCE_MS = 30_000
const BETWEEN_LOOKS_MS = 20

/** Retries until the condition holds. A condition that never holds fails the test. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`it never came about that ${isSo}`)
    await pause(BETWEEN_LOOKS_MS)
  }
}
