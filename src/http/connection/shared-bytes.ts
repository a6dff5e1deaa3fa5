import type { Writable } from 'node:stream'

/** What an entry in the queue of a socket takes besides its bytes. */
const ENTRY_BYTES = 64

/** How much memory is held by bytes that go to many clients, each counted once however many wait for it. */
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

/** Bytes that are written to one socket after the other. They count until the last of them has taken them. */
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

  /** One function for all sockets. Also called for what will never be taken, because the socket is closed. */
  readonly #onTaken = () => {
    this.#memory.bytes -= ENTRY_BYTES
    if (--this.#takers === 0) this.#memory.bytes -= this.bytes.length
  }
}
