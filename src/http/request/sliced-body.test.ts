import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { SlicedBody } from './sliced-body.js'

/** What a client gets of a body that is put together from these pieces. */
async function received(pieces: readonly Buffer[], from = 0): Promise<Buffer> {
  const server = createServer(async (_, response) => {
    const body = new SlicedBody(response)
    for (const piece of pieces) await body.append(piece, from)
    body.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return Buffer.from(await response.arrayBuffer())
  } finally {
    server.close()
  }
}

describe('a body in slices', () => {
  for (const [name, sizes] of [
    ['nothing at all', []],
    ['a few small pieces', [1, 2, 3]],
    ['pieces that fill a slice to the last byte', [256 * 1024 - 10, 10, 5]],
    ['many pieces', Array.from({ length: 5000 }, (_, index) => 1000 + (index % 977))],
    ['a piece larger than a slice', [10, 700_000, 10]],
  ] as const) {
    it(`arrives as it was put together: ${name}`, async () => {
      const pieces = sizes.map((size, index) => Buffer.alloc(size, index % 256))
      assert.ok((await received(pieces)).equals(Buffer.concat(pieces)))
    })
  }

  it('skips the bytes before the offset', async () => {
    const pieces = ['aaab', 'xxxc'].map((text) => Buffer.from(text))
    assert.equal((await received(pieces, 3)).toString(), 'bc')
  })

  it('is not spoilt by bodies that use the same memory at the same time', async () => {
    const bodies = Array.from({ length: 12 }, (_, which) =>
      Array.from({ length: 800 }, () => Buffer.alloc(1500, which)),
    )
    const responses = await Promise.all(bodies.map((pieces) => received(pieces)))
    for (const [which, response] of responses.entries())
      assert.ok(response.equals(Buffer.concat(bodies[which] ?? [])))
  })
})
