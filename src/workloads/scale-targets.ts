import type { ControllerContext } from '#controllers/controller.js'
import type { ApiObject } from '#meta/object-meta.js'
import { qualifiedResource } from '#meta/resource.js'
import { objectKey } from '#registry/keys.js'
import type { SubresourceView } from '#registry/kind.js'
import type { ResourceStore } from '#registry/store.js'

export interface ScaleReference {
  readonly apiVersion?: string | undefined
  readonly kind: string
  readonly name: string
}

/** The scale of an object, as its `scale` subresource shows it. */
export interface ScaleTarget {
  readonly store: ResourceStore
  readonly object: ApiObject
  readonly view: SubresourceView
  readonly replicas: number
  readonly statusReplicas: number
  /** The label selector as text; empty if the object has none. */
  readonly selector: string
}

interface ShownScale {
  readonly spec?: { readonly replicas?: number }
  readonly status?: { readonly replicas?: number; readonly selector?: unknown }
}

/** Reads the scale of any kind that has one. */
export class ScaleTargets {
  readonly #context: ControllerContext

  constructor(context: ControllerContext) {
    this.#context = context
  }

  /** The object that a reference names; undefined if there is none. */
  object(namespace: string, { apiVersion = 'v1', kind, name }: ScaleReference): ApiObject | undefined {
    const { stores, feed } = this.#context
    const store = stores.ofReference(apiVersion, kind)
    const served = store && feed.find(objectKey(store.definition.stored, namespace, name))
    return served && (store?.writer.parse(served) as ApiObject)
  }

  /** The scale, or why it cannot be read. */
  find(namespace: string, reference: ScaleReference): ScaleTarget | string {
    const { apiVersion = 'v1', kind, name } = reference
    const { stores, feed } = this.#context
    const any = stores.ofReference(apiVersion, kind)
    const plural = any?.definition.stored.versions.find((version) => version.kind === kind)?.plural ?? ''
    const store = stores.find(apiVersion, plural)
    if (store === undefined) {
      return `no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(groupOf(apiVersion))}`
    }
    const { definition, writer } = store
    const view = definition.subresources.find((subresource) => subresource.name === 'scale')?.view
    if (view === undefined) return `${qualifiedResource(definition)} does not implement the scale subresource`
    const served = feed.find(objectKey(definition.stored, namespace, name))
    if (served === undefined) return `${qualifiedResource(definition)} ${JSON.stringify(name)} not found`
    const object = writer.parse(served) as ApiObject
    const { spec, status } = view.show(object) as ShownScale
    return {
      store,
      object,
      view,
      replicas: spec?.replicas ?? 0,
      statusReplicas: status?.replicas ?? 0,
      selector: typeof status?.selector === 'string' ? status.selector : '',
    }
  }
}

const groupOf = (apiVersion: string) => (apiVersion.includes('/') ? apiVersion.split('/', 1)[0] : '')
