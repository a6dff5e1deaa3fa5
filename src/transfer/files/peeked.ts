const NOTHING = Buffer.alloc(0)

/** The first chunk, and all of them. */
export async function peeked(chunks: AsyncIterable<Buffer>): Promise<[Buffer, AsyncGenerator<Buffer>]> {
  const iterator = chunks[Symbol.asyncIterator]()
  const first = await iterator.next()
  const start = first.done === true ? NOTHING : first.value
  return [start, rest()]

  async function* rest(): AsyncGenerator<Buffer> {
    try {
      for (let next = first; next.done !== true; next = await iterator.next()) yield next.value
    } finally {
      await iterator.return?.()
    }
  }
}
