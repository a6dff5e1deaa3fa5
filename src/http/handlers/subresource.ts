import { bodyTypeOf, readPatchRequest, readWriteRequest } from '#http/request/read-request.js'
import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendStatus, sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { methodNotAllowed } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { isStatus } from '#meta/status.js'
import type { Verb } from '#registry/kind.js'
import { projectedValue } from '#registry/serialize/value-projection.js'
import { CachedObject } from '#registry/store.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import { patchError } from '#registry/write/patch-request.js'
import { objectTarget } from './handler.js'
import { warn } from './warnings.js'

/** Responds to a verb on a subresource. */
export async function handleSubresource(context: RequestContext, target: Target, verb: Verb): Promise<void> {
  const { store, namespace, name, subresource } = objectTarget(target)
  const endpoint = subresource && store.endpoints.get(subresource.name)
  if (endpoint === undefined) throw methodNotAllowed()
  // Endpoints read several objects, so the whole cache must be current.
  await store.reader.current()
  const refusal = endpoint.refuse?.({ namespace, name }, context.query)
  if (refusal !== undefined) throw refusal
  if (verb === 'get' && store.definition.codec?.isConverted) await store.prepare({ namespace, name })
  const value = await VERBS[verb]?.(context, target, endpoint, { namespace, name })
  if (value === undefined) throw methodNotAllowed()
  const code = verb === 'create' ? 201 : 200
  if (value instanceof CachedObject) return sendObject(context, code, store.serializers, value)
  // An action without an object returns a Status.
  if (isStatus(value)) return sendStatus(context, code, value)
  const { representation } = context
  if (representation.projection === 'whole' || subresource?.columns === undefined) {
    return sendValue(context, code, value, bodyTypeOf(target).schema)
  }
  const { clock } = store.serializers
  return sendValue(
    context,
    code,
    projectedValue(value as ApiObject, subresource.columns, representation, context.includedObject, clock),
  )
}

/** Resolves with undefined if the endpoint lacks the verb. */
type SubresourceVerb = (
  context: RequestContext,
  target: Target,
  endpoint: SubresourceEndpoint,
  place: Place,
) => Promise<object | undefined>

const VERBS: Readonly<Partial<Record<Verb, SubresourceVerb>>> = {
  get: async (_context, _target, endpoint, place) => endpoint.get?.(place),
  update: async (context, target, endpoint, place) => {
    const { body, options } = await readWriteRequest(context, target)
    const value = await endpoint.replace?.(place, body, options)
    warn(context, options)
    return value
  },
  create: async (context, target, endpoint, place) => {
    const { body, options } = await readWriteRequest(context, target)
    const value = await endpoint.create?.(place, body, options)
    warn(context, options)
    return value
  },
  patch: async (context, target, endpoint, place) => {
    const expectObject = () => (endpoint.expect ?? endpoint.get)?.(place)
    const { patch, options } = await readPatchRequest(context, target, expectObject)
    const value = await endpoint.patch?.(place, patch, options).catch((error) => {
      throw patchError(error, target.store.definition.conventions)
    })
    warn(context, options)
    return value
  },
}
