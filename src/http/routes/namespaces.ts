import { Namespace, namespaceNamed, namespaces } from '../../discovery/namespaces.js'
import { methodNotAllowed, notFound } from '../../meta/api-error.js'
import { dns1123Label } from '../../meta/formats.js'
import { sendValue } from '../respond.js'
import type { Route } from './route.js'

const COLLECTION = '/api/v1/namespaces'

export const namespaceRoutes: readonly Route[] = [
  {
    path: COLLECTION,
    negotiated: true,
    answer: () => {
      // There is no end to them.
      throw methodNotAllowed()
    },
  },
  {
    path: `${COLLECTION}/{name}`,
    negotiated: true,
    answer: (context) => {
      const name = context.path.slice(COLLECTION.length + 1)
      if (dns1123Label(name).length > 0) throw notFound(namespaces, name)
      return sendValue(context, 200, namespaceNamed(name), Namespace)
    },
  },
]
