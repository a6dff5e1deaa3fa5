import { methodNotAllowed } from '../../meta/api-error.js'
import type { Verb } from '../../registry/definition.js'
import type { Place, SubresourceEndpoint } from '../../registry/subresources/endpoint.js'
import type { Exchange } from '../exchange.js'
import { sendValue } from '../respond.js'
import type { Target } from '../router.js'
import { objectTarget } from './handler.js'
import { readPatchWrite } from './patch.js'
import { readWrite } from './request-body.js'
import { warn } from './warnings.js'

/** Answers a verb on a subresource. */
export async function handleSubresource(exchange: Exchange, target: Target, verb: Verb): Promise<void> {
  const { store, namespace, name, subresource } = objectTarget(target)
  const endpoint = store.endpoints.get(subresource?.name ?? '')
  if (endpoint === undefined) throw methodNotAllowed()
  const value = await ANSWERS[verb]?.(exchange, endpoint, { namespace, name })
  if (value === undefined) throw methodNotAllowed()
  sendValue(exchange, verb === 'create' ? 201 : 200, value)
}

/** Resolves with undefined when the endpoint does not have the verb. */
type Answer = (exchange: Exchange, endpoint: SubresourceEndpoint, place: Place) => Promise<unknown>

const ANSWERS: Readonly<Partial<Record<Verb, Answer>>> = {
  get: async (_, endpoint, place) => endpoint.get?.(place),
  update: async (exchange, endpoint, place) => {
    const { body, options } = await readWrite(exchange)
    const value = await endpoint.replace?.(place, body, options)
    warn(exchange, options)
    return value
  },
  create: async (exchange, endpoint, place) => {
    const { body, options } = await readWrite(exchange)
    const value = await endpoint.create?.(place, body, options)
    warn(exchange, options)
    return value
  },
  patch: async (exchange, endpoint, place) => {
    const { patch, options } = await readPatchWrite(exchange, () => endpoint.get?.(place))
    const value = await endpoint.patch?.(place, patch, options)
    warn(exchange, options)
    return value
  },
}
