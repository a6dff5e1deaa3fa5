import { unreadable } from './unreadable.js'

/** A folder of a container, whose files are of a volume. */
export interface Mount {
  readonly path: string
  /** Whether the volume is new with the pod, and only this container uses it. Nothing is known of other volumes. */
  readonly isOwn: boolean
}

/** Scripts with more are not read. */
const MAX_FILES = 50

/** The files that a container has made, as far as they are known. */
export class Files {
  readonly #mounts: readonly Mount[]
  /** On volumes: they stay when the container restarts. */
  readonly #kept: Set<string>
  /** On the disk of the container, with whether they exist. The files of its image are not known. */
  readonly #known = new Map<string, boolean>()

  constructor(mounts: readonly Mount[], kept: Iterable<string> = []) {
    this.#mounts = mounts
    this.#kept = new Set(kept)
  }

  get kept(): ReadonlySet<string> {
    return this.#kept
  }

  has(path: string): boolean {
    const mount = this.#mountOf(path)
    if (mount === undefined) return this.#known.get(path) ?? unreadable()
    return mount.isOwn ? this.#kept.has(path) : unreadable()
  }

  set(path: string, exists: boolean): void {
    const mount = this.#mountOf(path)
    if (this.#kept.size + this.#known.size >= MAX_FILES) unreadable()
    if (mount === undefined) this.#known.set(path, exists)
    else if (!mount.isOwn) return
    else if (exists) this.#kept.add(path)
    else this.#kept.delete(path)
  }

  /** The same text for the same state. */
  get state(): string {
    return JSON.stringify([[...this.#kept].sort(), [...this.#known].sort()])
  }

  #mountOf(path: string): Mount | undefined {
    if (!/^(?:\/(?!\.{1,2}(?:\/|$))[^/]+)+$/.test(path))
      return path.startsWith('/') ? unreadable() : undefined
    let longest: Mount | undefined
    for (const mount of this.#mounts) {
      const isInside = path.startsWith(mount.path.endsWith('/') ? mount.path : `${mount.path}/`)
      if (isInside && mount.path.length > (longest?.path.length ?? -1)) longest = mount
    }
    return longest
  }
}
