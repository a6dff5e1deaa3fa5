import { type ApiObject, at, conditionOf, conditionsOf } from '#console/model/api/object.js'
import { objectPath, type Resource, resourceId } from '#console/model/api/resource.js'
import { create, patch, replace } from '../../api/fetch.js'

/** Something that is asked once and then done. */
export interface SimpleAction {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly done: string
  readonly verb: string
  readonly subresource?: string
  readonly applies: (resource: Resource, object: ApiObject) => boolean
  readonly run: (resource: Resource, object: ApiObject) => Promise<unknown>
}

const CSRS = 'certificatesigningrequests.certificates.k8s.io'
const is = (resource: Resource, ...ids: readonly string[]) => ids.includes(resourceId(resource))

const pathOf = (resource: Resource, { metadata }: ApiObject, subresource?: string) =>
  objectPath(resource, metadata.namespace, metadata.name ?? '', subresource)

const suspend = (isSuspended: boolean) => (resource: Resource, object: ApiObject) =>
  patch(pathOf(resource, object), 'merge', { spec: { suspend: isSuspended } })

/** Replaces the approval as kubectl does: the server adds when. */
const decide = (type: 'Approved' | 'Denied') => (resource: Resource, object: ApiObject) => {
  const condition = {
    type,
    status: 'True',
    reason: 'Console',
    message: `${type} in the console`,
  }
  const status = { ...(at(object, 'status') as object), conditions: [...conditionsOf(object), condition] }
  return replace(pathOf(resource, object, 'approval'), { ...object, status })
}

const isOpen = (resource: Resource, object: ApiObject) =>
  is(resource, CSRS) && !conditionOf(object, 'Approved') && !conditionOf(object, 'Denied')

export const SIMPLE_ACTIONS: readonly SimpleAction[] = [
  {
    id: 'evict',
    title: 'Evict',
    text: 'The pod is deleted if its disruption budgets allow it. Its controller makes another one.',
    done: 'Evicted',
    verb: 'create',
    subresource: 'eviction',
    applies: (resource) => is(resource, 'pods'),
    run: (resource, object) =>
      create(pathOf(resource, object, 'eviction'), {
        apiVersion: 'policy/v1',
        kind: 'Eviction',
        metadata: { name: object.metadata.name, namespace: object.metadata.namespace },
      }),
  },
  {
    id: 'approve',
    title: 'Approve',
    text: 'The signer may then issue the certificate. This cannot be undone.',
    done: 'Approved',
    verb: 'update',
    subresource: 'approval',
    applies: isOpen,
    run: decide('Approved'),
  },
  {
    id: 'deny',
    title: 'Deny',
    text: 'No certificate is issued. This cannot be undone.',
    done: 'Denied',
    verb: 'update',
    subresource: 'approval',
    applies: isOpen,
    run: decide('Denied'),
  },
  {
    id: 'suspend',
    title: 'Suspend',
    text: 'Nothing new is started until it is resumed. Active pods of a Job are deleted.',
    done: 'Suspended',
    verb: 'patch',
    applies: (resource, object) =>
      is(resource, 'jobs.batch', 'cronjobs.batch') && at(object, 'spec', 'suspend') !== true,
    run: suspend(true),
  },
  {
    id: 'resume',
    title: 'Resume',
    text: 'It runs again from now on.',
    done: 'Resumed',
    verb: 'patch',
    applies: (resource, object) =>
      is(resource, 'jobs.batch', 'cronjobs.batch') && at(object, 'spec', 'suspend') === true,
    run: suspend(false),
  },
]
