import { groupVersionPath } from '#registry/keys.js'
import type { ApiPath, Operation, Parameter } from './model.js'
import { nameParameter, namespaceParameter, pathParameter, prettyParameter } from './parameters.js'
import {
  collectionOperations,
  crossNamespaceOperations,
  objectOperations,
  type ServedKind,
  subresourceOperations,
  watchOperations,
} from './resource-operations.js'
import { withSharedParameters } from './shared-parameters.js'

/** Every path of one kind. */
export function resourcePaths(served: ServedKind): ApiPath[] {
  const { definition } = served
  const base = groupVersionPath(definition)
  // The deprecated watch paths are older than custom resources, which do not have them.
  const watching = definition.isCustomResource ? [] : watchPaths(served, `${base}/watch`)
  return [...servingPaths(served, base), ...watching].filter(({ operations }) => operations.length > 0)
}

function servingPaths(served: ServedKind, base: string): ApiPath[] {
  const { plural, namespaced, subresources } = served.definition
  const { collection, object, parameters } = placesOf(served, base)
  return [
    ...(namespaced ? [pathOf(`${base}/${plural}`, [], crossNamespaceOperations(served))] : []),
    pathOf(collection, parameters, collectionOperations(served)),
    pathOf(object, [nameParameter, ...parameters], objectOperations(served)),
    ...subresources.flatMap((subresource) => {
      const path = `${object}/${subresource.name}`
      const named = [nameParameter, ...parameters]
      const own = pathOf(path, named, subresourceOperations(served, subresource))
      if (!subresource.takesPaths) return [own]
      const behind = subresourceOperations(served, { ...subresource, name: `${subresource.name}WithPath` })
      return [own, pathOf(`${path}/{path}`, [...named, pathParameter], behind)]
    }),
  ]
}

function watchPaths(served: ServedKind, base: string): ApiPath[] {
  const { kind, plural, namespaced } = served.definition
  const { collection, object, parameters } = placesOf(served, base)
  const everywhere = { behind: 'List', allNamespaces: true }
  return [
    ...(namespaced
      ? [
          pathOf(
            `${base}/${plural}`,
            [],
            watchOperations(served, everywhere, `every ${kind} of all namespaces`),
          ),
        ]
      : []),
    pathOf(collection, parameters, watchOperations(served, { behind: 'List' }, `every ${kind}`)),
    pathOf(object, [nameParameter, ...parameters], watchOperations(served, {}, `one ${kind}`)),
  ]
}

/** The paths of the objects of a kind. */
function placesOf({ definition }: ServedKind, base: string) {
  const { plural, namespaced } = definition
  const collection = namespaced ? `${base}/namespaces/{namespace}/${plural}` : `${base}/${plural}`
  const parameters = namespaced ? [namespaceParameter] : []
  return { collection, object: `${collection}/{name}`, parameters }
}

function pathOf(path: string, parameters: readonly Parameter[], operations: readonly Operation[]): ApiPath {
  // Where a request is passed on, the other side formats the response.
  const connects = operations.every(({ action }) => action === 'connect')
  return withSharedParameters({
    path,
    parameters: connects ? parameters : [...parameters, prettyParameter],
    operations,
  })
}
