import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { OversizedBody, ReaderBusy, UnreadableBody } from '#codec/codec.js'
import { YamlThread } from './thread-handle.js'

/** Takes any parser longer than the millisecond that the test allows for it. */
const LONG = `a: ${'x\n '.repeat(700_000)}`
const read = async (thread: YamlThread, text: string) => String((await thread.read(Buffer.from(text))).json)

describe('the thread that reads YAML', () => {
  it('gives the JSON of what it reads, whatever has been read before', async () => {
    const thread = new YamlThread()
    assert.equal(await read(thread, 'a: [1, yes, ~]'), '{"a":[1,true,null]}')
    await assert.rejects(read(thread, 'a: ['), UnreadableBody)
    await assert.rejects(read(thread, 'a: b\n'.repeat(200_000)), OversizedBody)
    const all = ['a: 1', 'b: 2', 'c: 3'].map((text) => read(thread, text))
    assert.deepEqual(await Promise.all(all), ['{"a":1}', '{"b":2}', '{"c":3}'])
  })

  it('writes what is given as JSON, alone and as an item of a list', async () => {
    const thread = new YamlThread()
    const json = Buffer.from('{"kind":"Ship","apiVersion":"v1","spec":{"crew":["a"]}}')
    assert.equal(
      String(await thread.write(json, 'object')),
      'apiVersion: v1\nkind: Ship\nspec:\n  crew:\n  - a\n',
    )
    assert.equal(String(await thread.write(json, 'untyped item')), '- spec:\n    crew:\n    - a\n')
    assert.match(String(await thread.write(json, 'item')), /^- .*kind: /s)
  })

  it('rejects what takes too long, and reads on', async () => {
    // Only the first body is in a hurry: how long a machine takes for the second one does not decide.
    const allowed = [1]
    const thread = new YamlThread({
      get processing() {
        return allowed.shift() ?? 60_000
      },
      queueing: 60_000,
      idle: 60_000,
    })
    const long = assert.rejects(read(thread, LONG), OversizedBody)
    const next = read(thread, 'a: 1')
    await long
    assert.equal(await next, '{"a":1}')
  })

  it('rejects what has to wait too long', async () => {
    const thread = new YamlThread({ processing: 60_000, queueing: 1, idle: 60_000 })
    const rejected = await Promise.allSettled([read(thread, 'a: 1'), read(thread, 'b: 2')])
    for (const outcome of rejected) {
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof ReaderBusy)
    }
  })

  it('rejects what would come to more text than a body may hold', async () => {
    const thread = new YamlThread()
    await assert.rejects(read(thread, `"${'\\0'.repeat(700_000)}"`), OversizedBody)
  })

  it('ends when there is nothing to read, and starts anew', async () => {
    const thread = new YamlThread({ processing: 60_000, queueing: 60_000, idle: 1 })
    assert.equal(await read(thread, 'a: 1'), '{"a":1}')
    await new Promise((resolve) => setTimeout(resolve, 20))
    assert.equal(await read(thread, 'a: 2'), '{"a":2}')
  })
})
