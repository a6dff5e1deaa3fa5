import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#meta/api-error.js'
import { ANONYMOUS, SERVER, type User } from '#meta/user.js'
import type { ServedVersion } from '#registry/kind.js'
import type { AdmissionReview } from '#registry/write/admission.js'
import { NamespaceLifecycle, type NamespaceMode } from './lifecycle.js'

const EVENTS = { group: '', version: 'v1', kind: 'Event', plural: 'events' } as ServedVersion

/** Creates an event in a missing namespace. Resolves with the created namespaces. */
async function created(mode: NamespaceMode, user: User, namespace = 'far'): Promise<string[]> {
  const made: string[] = []
  const lifecycle = new NamespaceLifecycle({
    mode,
    phaseOf: () => undefined,
    create: async (name) => void made.push(name),
  })
  const review = { operation: 'create', version: EVENTS, namespace, user, isApply: false, dryRun: false }
  await lifecycle.admit(review as AdmissionReview)
  return made
}

const isMissing = (error: unknown) => error instanceof ApiError && error.error === 'notFound'

describe('a missing namespace', () => {
  it('is created on demand if the client may do so', async () => {
    assert.deepEqual(await created('on-demand', ANONYMOUS), ['far'])
    await assert.rejects(created('strict', ANONYMOUS), isMissing)
  })

  it('is not recreated by late writes of the server itself', async () => {
    await assert.rejects(created('on-demand', SERVER), isMissing)
  })

  it('is created for any object if the system needs it', async () => {
    assert.deepEqual(await created('strict', SERVER, 'kube-system'), ['kube-system'])
  })
})
