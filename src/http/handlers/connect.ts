import { connectionOptions } from '#http/request/read-request.js'
import { methodNotAllowed } from '#meta/api-error.js'
import { connectOptions } from './connect-options.js'
import { ContextExchange } from './context-exchange.js'
import { type Handler, objectTarget } from './handler.js'
import { warn } from './warnings.js'

/** Hands a whole request to the endpoint of a subresource. */
export const handleConnect: Handler = async (context, target) => {
  const { store, namespace, name, subresource, subresourceEnd = 0 } = objectTarget(target)
  const endpoint = store.endpoints.get(subresource?.name ?? '')
  if (endpoint?.connect === undefined) throw methodNotAllowed()
  await store.reader.current()
  if (!context.isOpen) return
  const step = context.trace?.beginCall('forward', { name })
  const exchange = new ContextExchange(context, subresourceEnd, step?.headers)
  try {
    if (subresource?.connects && subresource.forwards === 'optional') {
      const options = connectionOptions(context)
      await store.admitConnection(
        subresource,
        { namespace, name },
        connectOptions(subresource, exchange),
        options,
      )
      warn(context, options)
    }
    await endpoint.connect({ namespace, name }, exchange)
  } finally {
    exchange.close()
    step?.end()
  }
}
