import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, it } from 'node:test'
import { nextTurn } from '#util/event-loop.js'
import { WritePacer } from './write-pacer.js'

/** A socket that takes everything at once, and what it has taken. */
function sink(): { socket: Socket; taken: string[] } {
  const taken: string[] = []
  const socket = new Duplex({
    read: () => undefined,
    write: (chunk, _encoding, done) => {
      taken.push(String(chunk))
      done()
    },
  })
  return { socket: socket as Socket, taken }
}

describe('writes to many streams', () => {
  it('goes out at once as long as it is little', async () => {
    const pacer = new WritePacer(10)
    const { socket, taken } = sink()
    for (const text of ['one', 'two', 'three']) {
      pacer.beforeWrite(socket, text.length)
      socket.write(text)
    }
    assert.deepEqual(taken, ['one', 'two', 'three'])
  })

  it('is spread over turns of the event loop when it is much, in order for each', async () => {
    const pacer = new WritePacer(10)
    const sinks = Array.from({ length: 6 }, sink)
    for (const text of ['first', 'other']) {
      for (const { socket } of sinks) {
        pacer.beforeWrite(socket, text.length)
        socket.write(text)
      }
    }
    const counts = () => sinks.map(({ taken }) => taken.length)
    assert.deepEqual(counts(), [1, 1, 0, 0, 0, 0])
    // A socket that had to wait has got both texts together.
    await nextTurn()
    assert.deepEqual(counts(), [1, 1, 2, 0, 0, 0])
    for (let turn = 0; turn < 12; turn++) await nextTurn()
    for (const { taken } of sinks) assert.deepEqual(taken, ['first', 'other'])
  })

  it('does not wait for bytes whose clients are gone', async () => {
    const pacer = new WritePacer(1)
    const [gone, there] = [sink(), sink()]
    for (const { socket } of [sink(), gone, there]) {
      pacer.beforeWrite(socket, 4)
      socket.write('text')
    }
    gone.socket.on('error', () => undefined)
    gone.socket.destroy()
    for (let turn = 0; turn < 4; turn++) await nextTurn()
    assert.deepEqual(there.taken, ['text'])
  })
})
