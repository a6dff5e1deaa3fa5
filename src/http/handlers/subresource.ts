import type { RequestContext } from '#http/request/request-context.js'
import { sendObject, sendStatus, sendValue } from '#http/response/respond.js'
import type { Target } from '#http/router.js'
import { methodNotAllowed } from '#meta/api-error.js'
import { apiVersionOf } from '#meta/resource.js'
import type { Status } from '#meta/status.js'
import type { ServedVersion, Subresource, Verb } from '#registry/kind.js'
import { CachedObject } from '#registry/store.js'
import type { Place, SubresourceEndpoint } from '#registry/subresources/endpoint.js'
import { objectTarget } from './handler.js'
import { readPatchWrite } from './patch.js'
import { type BodyType, readWrite } from './request-body.js'
import { warn } from './warnings.js'

/** Answers a verb on a subresource. */
export async function handleSubresource(context: RequestContext, target: Target, verb: Verb): Promise<void> {
  const { store, namespace, name, subresource } = objectTarget(target)
  const endpoint = subresource && store.endpoints.get(subresource.name)
  if (endpoint === undefined) throw methodNotAllowed()
  // What subresources are made of is looked at in many ways; none of them may see what is outdated.
  await store.reader.current()
  const refusal = endpoint.refuse?.({ namespace, name })
  if (refusal !== undefined) throw refusal
  const type = bodyType(store.definition, subresource as Subresource)
  if (verb === 'get' && store.definition.form?.isConverted) await store.prepare({ namespace, name })
  const value = await ANSWERS[verb]?.(context, endpoint, { namespace, name }, type)
  if (value === undefined) throw methodNotAllowed()
  const code = verb === 'create' ? 201 : 200
  if (value instanceof CachedObject) return sendObject(context, code, store.serializers, value)
  // Some only do what they are asked to, and have nothing of their own to show for it.
  return isStatus(value) ? sendStatus(context, code, value) : sendValue(context, code, value, type.schema)
}

const isStatus = (value: object): value is Status => 'kind' in value && value.kind === 'Status'

function bodyType(definition: ServedVersion, { kind, schema, groupVersion }: Subresource): BodyType {
  return {
    apiVersion: apiVersionOf(groupVersion ?? definition),
    kind,
    schema: schema ?? definition.schema,
    isDefined: schema === undefined && definition.form !== undefined,
  }
}

/** Resolves with undefined when the endpoint does not have the verb. */
type Answer = (
  context: RequestContext,
  endpoint: SubresourceEndpoint,
  place: Place,
  type: BodyType,
) => Promise<object | undefined>

const ANSWERS: Readonly<Partial<Record<Verb, Answer>>> = {
  get: async (_, endpoint, place) => endpoint.get?.(place),
  update: async (context, endpoint, place, type) => {
    const { body, options } = await readWrite(context, type)
    const value = await endpoint.replace?.(place, body, options)
    warn(context, options)
    return value
  },
  create: async (context, endpoint, place, type) => {
    const { body, options } = await readWrite(context, type)
    const value = await endpoint.create?.(place, body, options)
    warn(context, options)
    return value
  },
  patch: async (context, endpoint, place) => {
    const { patch, options } = await readPatchWrite(context, () => (endpoint.expect ?? endpoint.get)?.(place))
    const value = await endpoint.patch?.(place, patch, options)
    warn(context, options)
    return value
  },
}
