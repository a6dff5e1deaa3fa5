import type { CachedObject } from '#cache/cached-object.js'
import { storeOf } from '#controllers/controller.js'
import type { FederationContext } from '#federation/config.js'
import type { MemberObject } from '#federation/members/lazy-object.js'
import { contains } from '#federation/propagation/copies/three-way-merge.js'
import { ApiError } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { SERVER } from '#meta/user.js'
import { currentTime } from '#schema/times.js'
import { API_VERSION, DEFINITIONS, GROUP } from './definitions.js'
import { changedConditions, type ExportCondition } from './export-conditions.js'
import { type ServiceKey, serviceImport } from './imported-objects.js'
import { IMPORTED } from './member-service.js'
import { readExport, type ServiceExport } from './member-sharing.js'
import type { MergedService } from './merge-exports.js'

export const HOST_EXPORTS = `${GROUP}/serviceexports/`
const HOST_IMPORTS = `${GROUP}/serviceimports/`
const NAMESPACES = 'core/namespaces/'

const EXPORT = { apiVersion: API_VERSION, kind: 'ServiceExport', plural: 'serviceexports' }
const IMPORT = { apiVersion: API_VERSION, kind: 'ServiceImport', plural: 'serviceimports' }
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
}

const DELETION = {
  resourceVersion: undefined,
  policy: 'Background',
  gracePeriodSeconds: undefined,
  dryRun: false,
  user: SERVER,
} as const

interface WithStatus extends ApiObject {
  readonly status?: unknown
  readonly spec?: unknown
}

/** The exports and imports of the host itself. */
export class HostSharing {
  readonly #context: FederationContext

  constructor(context: FederationContext) {
    this.#context = context
  }

  /** Creates the kinds, unless they are there. */
  async createKinds(): Promise<void> {
    const { writer } = storeOf(this.#context.stores, DEFINITION)
    for (const definition of DEFINITIONS)
      await writer.create(undefined, definition).catch(unless('alreadyExists'))
  }

  exportOf({ namespace, name }: ServiceKey): ServiceExport | undefined {
    const object = this.#context.feed.find(`${HOST_EXPORTS}${namespace}/${name}`)
    return object && readExport(parse(object))
  }

  /** The services that the host exports or imports. */
  keys(): readonly ServiceKey[] {
    const { feed } = this.#context
    return [HOST_EXPORTS, HOST_IMPORTS].flatMap((prefix) => feed.objectsOf({ prefix }))
  }

  get hasExports(): boolean {
    return this.#context.feed.objectsOf({ prefix: HOST_EXPORTS }).length > 0
  }

  async reportExport(
    { namespace, name, conditions }: ServiceExport,
    wanted: readonly ExportCondition[],
  ): Promise<void> {
    const { clock, stores } = this.#context
    const next = changedConditions(conditions, wanted, currentTime(clock))
    if (next === undefined) return
    const { writer } = storeOf(stores, EXPORT)
    await writer
      .modify(namespace, name, {
        retry: true,
        mode: 'status',
        next: (current) => ({ ...current.copy(), status: { conditions: next } }) as ApiObject,
      })
      .catch(unless('notFound'))
  }

  /** Shows an import on the host, which has no endpoints itself. */
  async importService(key: ServiceKey, merged: MergedService | undefined): Promise<void> {
    const { feed, stores } = this.#context
    const { namespace, name } = key
    const stored = feed.find(`${HOST_IMPORTS}${namespace}/${name}`)
    const known = stored && parse(stored)
    if (known !== undefined && known.metadata.labels?.[IMPORTED] !== 'true') return
    const hasNamespace = feed.find(NAMESPACES + namespace) !== undefined
    if (known === undefined && (merged === undefined || !hasNamespace)) return
    const { writer } = storeOf(stores, IMPORT)
    if (merged === undefined) {
      await writer
        .delete(namespace, name, { ...DELETION, uid: known?.metadata.uid })
        .catch(unless('notFound'))
      return
    }
    const wanted = serviceImport(key, merged, [])
    if (known === undefined) await writer.create(namespace, wanted).catch(unless('alreadyExists'))
    else if (!contains(known, wanted)) {
      await writer
        .modify(namespace, name, {
          retry: true,
          next: (current) => ({ ...current.copy(), spec: wanted.spec }) as ApiObject,
        })
        .catch(unless('notFound'))
    }
    const status = { clusters: merged.clusters.map((cluster) => ({ cluster })) }
    if (JSON.stringify((known as WithStatus | undefined)?.status) === JSON.stringify(status)) return
    await writer
      .modify(namespace, name, {
        retry: true,
        mode: 'status',
        next: (current) => ({ ...current.copy(), status }) as ApiObject,
      })
      .catch(unless('notFound'))
  }
}

const parse = (object: CachedObject) => JSON.parse(object.json.toString()) as MemberObject

/** Ignores one error. */
function unless(expected: 'alreadyExists' | 'notFound'): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof ApiError) || error.error !== expected) throw error
    return undefined
  }
}
