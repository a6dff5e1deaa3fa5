import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ResponseCoalescer } from './response-coalescer.js'

const newCoalescer = () => new ResponseCoalescer((error) => assert.ifError(error))
const destroy = () => undefined

/** Responses by number, and those that were sent. */
function responses() {
  const left: number[] = []
  const response = (number: number) => ({
    send: () => void left.push(number),
    onSent: () => undefined,
    destroy,
  })
  return { left, response }
}

describe('a coalescer of responses', () => {
  it('sends a response that is made alone at once', () => {
    const coalescer = newCoalescer()
    const { left, response } = responses()
    coalescer.add(response(1))
    assert.deepEqual(left, [1])
  })

  it('sends responses that are made together in one go, in their order', () => {
    const coalescer = newCoalescer()
    const { left, response } = responses()
    coalescer.collect(() => {
      coalescer.add(response(1))
      coalescer.add(response(2))
      assert.deepEqual(left, [])
    })
    assert.deepEqual(left, [1, 2])
    coalescer.add(response(3))
    assert.deepEqual(left, [1, 2, 3])
  })

  it('resumes connections when all responses are sent', () => {
    const coalescer = newCoalescer()
    const steps: string[] = []
    const response = (name: string) => ({
      send: () => void steps.push(`${name} is sent`),
      onSent: () => void steps.push(`${name} is over`),
      destroy,
    })
    coalescer.collect(() => {
      coalescer.add(response('one'))
      coalescer.add(response('two'))
    })
    coalescer.add(response('three'))
    const together = ['one is sent', 'two is sent', 'one is over', 'two is over']
    assert.deepEqual(steps, [...together, 'three is sent', 'three is over'])
  })

  it('sends many responses in several goes', () => {
    const coalescer = newCoalescer()
    const { left, response } = responses()
    const counts: number[] = []
    coalescer.collect(() => {
      for (let number = 0; number < 100; number++) {
        coalescer.add(response(number))
        counts.push(left.length)
      }
    })
    assert.ok(counts.every((count, made) => made - count < 32))
    assert.deepEqual(
      left,
      Array.from({ length: 100 }, (_, number) => number),
    )
  })

  it('sends responses that were made before something failed', () => {
    const coalescer = newCoalescer()
    const { left, response } = responses()
    assert.throws(
      () =>
        coalescer.collect(() => {
          coalescer.add(response(1))
          throw new Error('of this test')
        }),
      /of this test/,
    )
    assert.deepEqual(left, [1])
    coalescer.add(response(2))
    assert.deepEqual(left, [1, 2])
  })

  it('sends a response that is made because another one has left', () => {
    const coalescer = newCoalescer()
    const { left, response } = responses()
    coalescer.collect(() =>
      coalescer.add({ send: () => undefined, onSent: () => coalescer.add(response(1)), destroy }),
    )
    assert.deepEqual(left, [1])
  })

  it('sends the responses after one that fails, and resumes their connections', () => {
    const faults: unknown[] = []
    const coalescer = new ResponseCoalescer((error) => faults.push(error))
    const steps: string[] = []
    const response = (name: string, send = () => void steps.push(`${name} is sent`)) => ({
      send,
      onSent: () => void steps.push(`${name} is over`),
      destroy: () => void steps.push(`${name} is given up`),
    })
    const fault = new Error('of this test')
    coalescer.collect(() => {
      coalescer.add(response('one'))
      coalescer.add(
        response('two', () => {
          throw fault
        }),
      )
      coalescer.add(response('three'))
    })
    assert.deepEqual(faults, [fault])
    assert.deepEqual(steps, [
      'one is sent',
      'two is given up',
      'three is sent',
      'one is over',
      'two is over',
      'three is over',
    ])
  })
})
