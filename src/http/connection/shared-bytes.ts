import type { Writable } from 'node:stream'

/** The overhead of an entry in a socket's queue. */
const ENTRY_BYTES = 64

/** Memory of bytes that many clients share. Each buffer counts once. */
export class SharedMemory {
  bytes = 0
  readonly #users = new Map<Buffer, number>()

  /** A client is being sent these bytes, until `release`. */
  hold(bytes: Buffer): void {
    const users = this.#users.get(bytes) ?? 0
    this.#users.set(bytes, users + 1)
    if (users === 0) this.bytes += bytes.length
  }

  release(bytes: Buffer): void {
    const users = this.#users.get(bytes) ?? 0
    if (users > 1) this.#users.set(bytes, users - 1)
    else if (this.#users.delete(bytes)) this.bytes -= bytes.length
  }
}

/** Bytes written to many sockets. They count until the last client has read them. */
export class SharedBytes {
  readonly bytes: Buffer
  readonly #memory: SharedMemory
  #takers = 0

  constructor(bytes: Buffer, memory: SharedMemory) {
    this.bytes = bytes
    this.#memory = memory
  }

  writeTo(socket: Writable): void {
    if (this.#takers++ === 0) this.#memory.bytes += this.bytes.length
    this.#memory.bytes += ENTRY_BYTES
    socket.write(this.bytes, this.#onTaken)
  }

  /** One callback for all sockets. A closed socket calls it too. */
  readonly #onTaken = () => {
    this.#memory.bytes -= ENTRY_BYTES
    if (--this.#takers === 0) this.#memory.bytes -= this.bytes.length
  }
}
