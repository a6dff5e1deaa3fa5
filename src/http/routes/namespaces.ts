import { Namespace, namespaceNamed, namespaces } from '../../discovery/namespaces.js'
import { notFound } from '../../meta/api-error.js'
import { dns1123Label } from '../../meta/formats.js'
import { sendValue } from '../respond.js'
import type { Route } from './route.js'

/** `/api/v1/namespaces/{name}`: every namespace that there can be is there. */
export const namespaceRoute: Route = {
  path: '/api/v1/namespaces/{name}',
  negotiated: true,
  answer: (exchange) => {
    const name = exchange.path.slice(exchange.path.lastIndexOf('/') + 1)
    if (dns1123Label(name).length > 0) throw notFound(namespaces, name)
    return sendValue(exchange, 200, namespaceNamed(name), Namespace)
  },
}
