import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CloseStack } from './close-stack.js'

describe('a stack of what has to be closed', () => {
  it('closes in the reverse order, each after the one before is done', async () => {
    const closed: string[] = []
    const stack = new CloseStack()
    stack.push(() => void closed.push('first'))
    stack.push(async () => {
      await undefined
      closed.push('second')
    })
    await stack.close()
    assert.deepEqual(closed, ['second', 'first'])
  })

  it('closes the rest when one fails, and reports the first failure', async () => {
    const closed: string[] = []
    const stack = new CloseStack()
    stack.push(() => void closed.push('store'))
    stack.push(() => Promise.reject(new Error('later')))
    stack.push(() => {
      throw new Error('earlier')
    })
    await assert.rejects(stack.close(), { message: 'earlier' })
    assert.deepEqual(closed, ['store'])
  })

  it('closes once, however often it is asked to', async () => {
    let times = 0
    const stack = new CloseStack()
    stack.push(() => void times++)
    await Promise.all([stack.close(), stack.close()])
    assert.equal(times, 1)
  })
})
