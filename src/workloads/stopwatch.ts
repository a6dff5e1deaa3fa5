/** Adds up how long calls take. */
export class Stopwatch {
  milliseconds = 0

  time<T>(work: () => T): T {
    const began = performance.now()
    try {
      return work()
    } finally {
      this.milliseconds += performance.now() - began
    }
  }
}
