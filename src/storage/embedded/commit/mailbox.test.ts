import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { create, put } from '#storage/contract.fixture.js'
import { testFolder, testStore } from '#storage/embedded/test-folder.fixture.js'
import { Mailbox } from './mailbox.js'

describe('the mailbox of the commit thread', () => {
  it('delivers a transaction once', () => {
    const main = new Mailbox()
    const thread = new Mailbox(main.memory)
    assert.equal(thread.take(), undefined)
    assert.equal(main.put(Buffer.from('transaction')), true)
    assert.equal(Buffer.from(thread.take() ?? []).toString(), 'transaction')
    assert.equal(thread.take(), undefined)
  })

  it('delivers a copy, so that the next transaction can be put in meanwhile', () => {
    const main = new Mailbox()
    const thread = new Mailbox(main.memory)
    main.put(Buffer.from('first'))
    const first = thread.take()
    main.put(Buffer.from('other'))
    assert.equal(Buffer.from(first ?? []).toString(), 'first')
  })

  it('does not lose a wake-up before the sleep', () => {
    const main = new Mailbox()
    const thread = new Mailbox(main.memory)
    main.wake()
    main.wake()
    // Would block forever if a wake-up were lost.
    thread.sleep()
    thread.sleep(1)
    main.wake()
    thread.sleep()
  })

  it('reports a success once', () => {
    const main = new Mailbox()
    const thread = new Mailbox(main.memory)
    assert.equal(main.hasSucceeded(), false)
    thread.reportSuccess()
    assert.equal(main.hasSucceeded(), true)
    assert.equal(main.hasSucceeded(), false)
  })

  it('rejects a transaction that does not fit', () => {
    const mailbox = new Mailbox(new SharedArrayBuffer(64))
    assert.equal(mailbox.put(new Uint8Array(53)), false)
    assert.equal(mailbox.take(), undefined)
    assert.equal(mailbox.put(new Uint8Array(52)), true)
    assert.equal(mailbox.take()?.length, 52)
  })

  it('is bypassed by transactions that are too large, in order', async (t) => {
    const directory = await testFolder(t)
    const storage = await testStore(t, { directory })
    const sizes = [10, 300_000, 20, 2_000_000, 30]
    for (const [index, size] of sizes.entries()) await put(storage, create(`key-${index}`, 'x'.repeat(size)))
    await storage.close()
    const again = await testStore(t, { directory })
    const { values } = await again.range('key-')
    assert.deepEqual(
      values.map(({ value }) => value.length),
      sizes,
    )
  })
})
