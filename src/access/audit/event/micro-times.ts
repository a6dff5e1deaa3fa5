/** Writes points in time as JSON, with microseconds. What events of the same second share is written once. */
export class MicroTimes {
  #second = Number.NaN
  #beginning = ''

  /** `ms` are milliseconds since 1970, with fractions. */
  write(ms: number): string {
    const second = Math.floor(ms / 1000)
    if (second !== this.#second) {
      this.#second = second
      this.#beginning = `"${new Date(second * 1000).toISOString().slice(0, 20)}`
    }
    const micros = 1_000_000 + Math.floor((ms - second * 1000) * 1000)
    return `${this.#beginning}${String(micros).slice(1)}Z"`
  }
}
