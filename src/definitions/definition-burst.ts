import { collectGarbage, collectYoungGarbage } from '../util/garbage.js'

/** A project that is installed brings its definitions one after the other. */
const OVER_AFTER_MS = 2000
/** So long V8 has to be left in peace before it believes that the room for young objects is not needed. */
const QUIET_MS = 5500
/** What fewer definitions leave behind is not worth it. */
const MANY = 50

/**
 * Gives memory back when many definitions have come, and no more do. Checking a definition takes a hundred times the memory
 * that it needs from then on.
 */
export class DefinitionBurst {
  #size = 0
  #timer: NodeJS.Timeout | undefined

  /** To be called when a definition has come. */
  grow(): void {
    this.#size++
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#end(), OVER_AFTER_MS).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #end(): void {
    const isLarge = this.#size >= MANY
    this.#size = 0
    if (!isLarge) return
    collectYoungGarbage()
    this.#timer = setTimeout(collectGarbage, QUIET_MS).unref()
  }
}
