import { groupInDetails } from '../../meta/resource.js'
import type { Status } from '../../meta/status.js'
import { readDeleteOptions } from '../../registry/write/delete-options.js'
import type { RequestContext } from '../request-context.js'
import { sendStatus } from '../respond.js'
import type { Target } from '../router.js'
import { objectTarget } from './handler.js'
import { DELETE_OPTIONS_BODY, readOptionalValue } from './request-body.js'

/** `DELETE` of one object. The answer is a Status, also while finalizers hold the object back. */
export async function handleDelete(context: RequestContext, target: Target): Promise<void> {
  const { store, namespace, name } = objectTarget(target)
  const request = readDeleteOptions(
    await readOptionalValue(context, DELETE_OPTIONS_BODY),
    context.query,
    context.user,
  )
  const { object } = await store.writer.delete(namespace, name, request)
  const { uid } = object.metadata()
  const { definition } = store
  return sendStatus(
    context,
    200,
    deleted({ name, group: groupInDetails(definition), kind: definition.plural, uid }),
  )
}

export function deleted(details: NonNullable<Status['details']>): Status {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details }
}
