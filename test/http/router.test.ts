import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { EncodingCache } from '#cache/encoding-cache.js'
import { ObjectCache } from '#cache/object-cache.js'
import { Router } from '#http/router.js'
import { kinds } from '#kinds/index.js'
import { KindRegistry } from '#registry/kind-registry.js'
import { ResourceStores } from '#registry/stores.js'
import { openMemoryStorage } from '#storage/memory/storage.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'

const storage = openMemoryStorage()
const cache = await ObjectCache.open(storage)
const tokens = () => Promise.reject(new Error('nothing is listed here'))
const registry = new KindRegistry(kinds)
const router = new Router(
  new ResourceStores(registry, {
    storage,
    cache,
    encodings: new EncodingCache(),
    tokens,
    clock: systemClock,
    random: systemRandom,
  }),
)
const GROUP = '/apis/extensions/v1beta1'

/** A path as text: plural, namespace, name, subresource and whether it is a watch. */
function leads(path: string) {
  const target = router.resolve(path)
  if (target === undefined) return undefined
  const { store, namespace, name, subresource, watch } = target
  return [store.definition.plural, namespace, name, subresource?.name, watch]
}

describe('paths', () => {
  it('lead to collections, objects and their subresources', () => {
    assert.deepEqual(leads(`${GROUP}/deployments`), ['deployments', undefined, undefined, undefined, false])
    const here = `${GROUP}/namespaces/here`
    assert.deepEqual(leads(`${here}/ingresses`), ['ingresses', 'here', undefined, undefined, false])
    assert.deepEqual(leads(`${here}/deployments/web`), ['deployments', 'here', 'web', undefined, false])
    assert.deepEqual(leads(`${here}/deployments/web/scale`), ['deployments', 'here', 'web', 'scale', false])
    const clusters = '/apis/federation/v1beta1/clusters'
    assert.deepEqual(leads(clusters), ['clusters', undefined, undefined, undefined, false])
    assert.deepEqual(leads(`${clusters}/a/status`), ['clusters', undefined, 'a', 'status', false])
  })

  it('may be watch paths', () => {
    const watch = `${GROUP}/watch`
    assert.deepEqual(leads(`${watch}/deployments`), ['deployments', undefined, undefined, undefined, true])
    assert.deepEqual(leads(`${watch}/namespaces/n/deployments/web`), [
      'deployments',
      'n',
      'web',
      undefined,
      true,
    ])
    assert.equal(leads(`${watch}/namespaces/n/deployments/web/scale`), undefined)
  })

  it('may end in a slash', () => {
    assert.deepEqual(leads(`${GROUP}/deployments/`), ['deployments', undefined, undefined, undefined, false])
    assert.deepEqual(leads(`${GROUP}/namespaces/n/deployments/web/`)?.slice(1, 3), ['n', 'web'])
    assert.equal(leads(`${GROUP}/deployments//`), undefined)
  })

  it('may have percent-encoded names', () => {
    assert.deepEqual(leads(`${GROUP}/namespaces/a%2Db/deployments/w%65b`)?.slice(1, 3), ['a-b', 'web'])
    assert.equal(leads(`${GROUP}/namespaces/n/deployments/a%2Fb`), undefined)
    assert.throws(() => router.resolve(`${GROUP}/namespaces/n/deployments/%ff`), /not percent-encoded UTF-8/)
  })

  it('are unknown if a part is missing, empty, unknown or extra', () => {
    for (const path of [
      '/',
      '/apis',
      '/apis/extensions',
      '/apis/extensions/',
      GROUP,
      `${GROUP}/`,
      `${GROUP}/watch`,
      `${GROUP}/watch/`,
      `${GROUP}/pods`,
      `${GROUP}/namespaces`,
      `${GROUP}/namespaces/n`,
      `${GROUP}/namespaces/n/`,
      `${GROUP}/namespaces//deployments`,
      `${GROUP}//deployments`,
      `${GROUP}/deployments/web`,
      `${GROUP}/namespaces/n/deployments//scale`,
      `${GROUP}/namespaces/n/deployments/web/none`,
      `${GROUP}/namespaces/n/deployments/web/`.repeat(2),
      `${GROUP}/namespaces/n/deployments/web/scale/more`,
      `${GROUP}/namespaces/n/ingresses/web/scale`,
      '/apis/federation/v1beta1/namespaces/n/clusters',
      '/apis/other/v1beta1/deployments',
      '/api/extensions/v1beta1/deployments',
    ]) {
      assert.equal(leads(path), undefined, path)
    }
  })
})
