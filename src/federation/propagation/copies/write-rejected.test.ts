import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { StubMember } from '#test/support/members/stub-member.js'
import { type CopyWrite, MemberWriter } from './member-writer.js'
import { retryDelay } from './retry.js'
import { MAPS } from './served-maps.fixture.js'
import { WriteRejected } from './write-rejected.js'

const WRITE: CopyWrite = {
  served: MAPS,
  namespace: 'far',
  name: 'a',
  owner: 'uid-1',
  adopts: false,
  isNamespaceTerminating: () => false,
  object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: {}, annotations: {} } },
}

interface StubResponse {
  readonly status: number
  readonly body: string | object
  readonly headers?: Readonly<Record<string, string>>
}

/** A writer to a member that sends these responses in order. */
async function writerTo(t: TestContext, ...responses: readonly StubResponse[]) {
  const member = await StubMember.start()
  t.after(() => member.close())
  const methods: (string | undefined)[] = []
  const left = [...responses]
  member.handler = (request, response) => {
    methods.push(request.method)
    const { status, body, headers = {} } = left.shift() ?? { status: 500, body: 'no response is left' }
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body))
  }
  return { writer: new MemberWriter(member.client()), methods }
}

const status = (code: number, reason: string, message: string, details: object = {}): StubResponse => ({
  status: code,
  body: { kind: 'Status', code, reason, message, details },
})

const rejection = (writing: Promise<unknown>): Promise<WriteRejected> =>
  writing.then(
    () => assert.fail('it was written'),
    (error: unknown) => {
      assert.ok(error instanceof WriteRejected)
      return error
    },
  )

const object = (uid: string) => ({ kind: 'ConfigMap', metadata: { name: 'a', uid, resourceVersion: '1' } })
const KNOWN = { uid: 'x' }

describe('a member that rejects a write', () => {
  it('is retried after its Retry-After', async (t) => {
    const busy = { status: 429, headers: { 'retry-after': '7' }, body: 'Too many requests\n' }
    const { writer } = await writerTo(t, busy)
    const error = await rejection(writer.write(WRITE, KNOWN))
    assert.deepEqual([error.reason, error.isPassing, error.retryAfterMs], ['Status429', true, 7000])
    assert.ok(retryDelay(error, 1) >= 7000)
    assert.ok(retryDelay(new WriteRejected('Conflict', '', true), 1) < 1000)
    // But not for ever.
    assert.ok(retryDelay(new WriteRejected('Busy', '', true, true, 1e9), 1) <= 121_000)
  })

  it('is retried soon while it deletes the namespace', async (t) => {
    const causes = [{ reason: 'NamespaceTerminating', field: 'metadata.namespace' }]
    const { writer } = await writerTo(
      t,
      status(403, 'Forbidden', 'because it is being terminated', { name: 'a', kind: 'configmaps', causes }),
      status(403, 'Forbidden', 'no right', { name: 'a', kind: 'configmaps' }),
    )
    assert.ok((await rejection(writer.write(WRITE, KNOWN))).isPassing)
    assert.ok(!(await rejection(writer.write(WRITE, KNOWN))).isPassing)
  })

  it('gets a patch if a list has duplicate keys that cannot be applied', async (t) => {
    const twice = status(500, '', '.spec.ports: duplicate entries for key [port=80]')
    const { writer, methods } = await writerTo(t, twice, { status: 201, body: object('x') })
    assert.ok((await writer.write(WRITE, undefined)).isNew)
    assert.deepEqual(methods, ['PATCH', 'POST'])
  })

  it('has not removed an object if it does not serve the kind at the moment', async (t) => {
    const { writer } = await writerTo(t, { status: 404, body: '404 page not found\n' })
    assert.equal((await rejection(writer.remove(WRITE, 'x'))).reason, 'NotServed')
    const gone = await writerTo(t, status(404, 'NotFound', 'not found', { name: 'a', kind: 'configmaps' }))
    assert.equal(await gone.writer.remove(WRITE, 'x'), 'gone')
  })

  it('has another object only if the uid differs', async (t) => {
    const conflict = status(409, 'Conflict', 'wait', { name: 'a', kind: 'configmaps' })
    const same = await writerTo(t, conflict, { status: 200, body: object('x') })
    assert.ok((await rejection(same.writer.remove(WRITE, 'x'))).isPassing)
    const other = await writerTo(t, conflict, { status: 200, body: object('y') })
    assert.equal(await other.writer.remove(WRITE, 'x'), 'other')
  })
})
