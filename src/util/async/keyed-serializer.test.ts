import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { nextTurn } from '#util/event-loop.js'
import { KeyedSerializer } from './keyed-serializer.js'

/** Work that ends when the test says so. */
function slowWork() {
  const begun: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (name: string) => () => {
    begun.push(name)
    return new Promise<string>((resolve, reject) => {
      ends.set(name, (error) => (error === undefined ? resolve(name) : reject(error)))
    })
  }
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) }
}

describe('a keyed mutex', () => {
  it('lets work under one name go one after the other, in order', async () => {
    const { begun, work, end } = slowWork()
    const mutex = new KeyedSerializer(60_000)
    const results = ['a', 'b', 'c'].map((name) => mutex.run('k', work(name)))
    assert.deepEqual(begun, ['a'])
    end('a')
    assert.equal(await results[0], 'a')
    await nextTurn()
    assert.deepEqual(begun, ['a', 'b'])
    end('b')
    await nextTurn()
    assert.deepEqual(begun, ['a', 'b', 'c'])
    end('c')
    assert.deepEqual(await Promise.all(results), ['a', 'b', 'c'])
  })

  it('lets work under different names go side by side, and begin at once', () => {
    const { begun, work } = slowWork()
    const mutex = new KeyedSerializer()
    void mutex.run('one', work('a'))
    void mutex.run('two', work('b'))
    assert.deepEqual(begun, ['a', 'b'])
  })

  it('goes on after work that failed', async () => {
    const { work, end } = slowWork()
    const mutex = new KeyedSerializer(60_000)
    const failing = mutex.run('k', work('a'))
    const next = mutex.run('k', work('b'))
    end('a', new Error('no'))
    await assert.rejects(failing, /no/)
    await nextTurn()
    end('b')
    assert.equal(await next, 'b')
  })

  it('does not wait without end', async () => {
    const { begun, work, end } = slowWork()
    const mutex = new KeyedSerializer(1)
    const stuck = mutex.run('k', work('a'))
    const impatient = mutex.run('k', work('b'))
    while (!begun.includes('b')) await nextTurn()
    end('b')
    assert.equal(await impatient, 'b')
    end('a')
    assert.equal(await stuck, 'a')
  })
})
