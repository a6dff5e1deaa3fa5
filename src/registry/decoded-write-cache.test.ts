import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import type { Revision } from '#storage/contract.js'
import { DecodedWriteCache } from './decoded-write-cache.js'

const cached = (name: string) =>
  new CachedObject(`apps/deployments/test/${name}`, 1 as Revision, Buffer.from('{"metadata":{}}'))
const value = (name: string): ApiObject => ({
  kind: 'Deployment',
  apiVersion: 'apps/v1',
  metadata: { name, creationTimestamp: null },
})

describe('values of objects that were just written', () => {
  it('are handed out once', () => {
    const written = new DecodedWriteCache()
    const object = cached('web')
    const made = value('web')
    written.put(object, made)
    assert.equal(written.take(cached('web')), undefined)
    assert.equal(written.take(object), made)
    assert.equal(written.take(object), undefined)
  })

  it('are let go of when many others were written since', () => {
    const written = new DecodedWriteCache()
    const objects = Array.from({ length: 100 }, (_, index) => cached(`web-${index}`))
    for (const object of objects) written.put(object, value(object.name))
    assert.equal(written.take(objects[0] as CachedObject), undefined)
    assert.equal(written.take(objects[99] as CachedObject)?.metadata.name, 'web-99')
    assert.equal(objects.filter((object) => written.take(object) !== undefined).length, 31)
  })
})
