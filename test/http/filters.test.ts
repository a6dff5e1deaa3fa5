import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Filter } from '#http/filter.js'
import type { RequestAttributes } from '#http/request/request-attributes.js'
import { forbidden } from '#meta/api-error.js'
import type { User } from '#meta/user.js'
import { CLUSTERS, DEPLOYMENTS, deployment, INGRESSES, ingress } from '../support/objects.js'
import { startLiveServer } from '../support/servers/live-server.js'

/** Records the attributes of every request. */
function recorder(): Filter & { readonly seen: RequestAttributes[]; readonly codes: number[] } {
  const seen: RequestAttributes[] = []
  const codes: number[] = []
  return {
    seen,
    codes,
    before: (context) => {
      seen.push(context.attributes)
    },
    after: ({ code }) => {
      codes.push(code)
    },
  }
}

const ALICE: User = { name: 'alice', groups: ['crew'], extra: {} }

describe('filters', () => {
  it('receive the user and the target of every kind of path', async (t) => {
    const filter = recorder()
    const { client } = await startLiveServer(t, { filters: [filter] })
    await client.post(INGRESSES, ingress('one'))
    await client.get(`${INGRESSES}/one/status`)
    await (await client.open(`${CLUSTERS}?watch=true&timeoutSeconds=1`)).text()
    await client.delete(DEPLOYMENTS)
    await client.get('/metrics')
    await client.get('/nowhere')
    const anonymous = { name: 'system:anonymous', groups: ['system:unauthenticated'], extra: {} }
    const resource = (group: string, plural: string, rest: object) => ({
      ...{ group, version: 'v1beta1', plural, subresource: undefined, namespace: undefined, name: undefined },
      ...rest,
    })
    const inTest = { namespace: 'test' }
    assert.deepEqual(
      filter.seen.map(({ user, verb, path, resource }) => [user, verb, resource ?? path]),
      [
        [anonymous, 'create', resource('extensions', 'ingresses', inTest)],
        [
          anonymous,
          'get',
          resource('extensions', 'ingresses', { ...inTest, name: 'one', subresource: 'status' }),
        ],
        [anonymous, 'watch', resource('federation', 'clusters', {})],
        [anonymous, 'deletecollection', resource('extensions', 'deployments', inTest)],
        [anonymous, 'get', '/metrics'],
        [anonymous, 'get', '/nowhere'],
      ],
    )
  })

  it('reject a request before anything is done, even for an unknown path', async (t) => {
    const guard: Filter = {
      before: ({ verb }) => {
        if (verb !== 'get') throw forbidden('only reads are allowed')
      },
    }
    const { client } = await startLiveServer(t, { filters: [guard] })
    const { status, body } = await client.post(INGRESSES, ingress('one'))
    assert.deepEqual([status, body.reason, body.message], [403, 'Forbidden', 'only reads are allowed'])
    assert.equal((await client.get(`${INGRESSES}/one`)).status, 404)
    assert.equal((await client.get('/nowhere')).status, 403)
  })

  it('run in the order of the list, one after another, and end in reverse', async (t) => {
    const log: string[] = []
    const step = (name: string, wait: boolean): Filter => ({
      before: async () => {
        if (wait) await sleep(5)
        log.push(name)
      },
      after: () => {
        log.push(`after ${name}`)
      },
    })
    const { client } = await startLiveServer(t, { filters: [step('one', true), step('two', false)] })
    assert.equal((await client.get(INGRESSES)).status, 200)
    assert.deepEqual(log, ['one', 'two', 'after two', 'after one'])
  })

  it('receive the code of every response, also of a later filter', async (t) => {
    const first = recorder()
    const second: Filter = {
      before: ({ path }) => {
        if (path === DEPLOYMENTS) throw forbidden('no')
      },
    }
    const { client } = await startLiveServer(t, { filters: [first, second] })
    await client.get(INGRESSES)
    await client.get(DEPLOYMENTS)
    await client.post(INGRESSES, 'no object')
    assert.deepEqual(first.codes, [200, 403, 400])
  })

  it('set the user, whom admission receives', async (t) => {
    const users: string[] = []
    const identity: Filter = {
      before: (context) => {
        context.user = ALICE
      },
    }
    const { client } = await startLiveServer(t, {
      filters: [identity],
      admission: [
        {
          name: 'Record',
          handles: () => true,
          admit: ({ user, operation }) => {
            users.push(`${user.name} ${operation}`)
          },
        },
      ],
    })
    await client.post(DEPLOYMENTS, deployment('one'))
    await client.put(`${DEPLOYMENTS}/one`, deployment('one', { replicas: 2 }))
    await client.send('PATCH', `${DEPLOYMENTS}/one`, { metadata: { labels: { a: 'b' } } }, MERGE)
    await client.delete(`${DEPLOYMENTS}/one`)
    assert.deepEqual(users, ['alice create', 'alice update', 'alice update', 'alice delete'])
  })

  it('receive the Audit-Id of the client, or a new one', async (t) => {
    const ids: string[] = []
    const { client } = await startLiveServer(t, {
      filters: [{ after: ({ auditId }) => void ids.push(auditId) }],
    })
    await client.get(INGRESSES, { 'audit-id': 'mine' })
    await client.get(INGRESSES)
    await client.get(INGRESSES, { 'audit-id': 'x'.repeat(1000) })
    assert.equal(ids[0], 'mine')
    assert.match(ids[1] as string, /^[0-9a-f-]{36}$/)
    assert.ok((ids[2] as string).length <= 65)
  })
})

const MERGE = { 'content-type': 'application/merge-patch+json' }
