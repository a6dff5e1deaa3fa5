import { type Condition, findCondition } from '#controllers/conditions.js'
import type { SystemObject } from '#controllers/system-objects/system-object.js'
import type { ApiObject } from '#meta/object-meta.js'
import { prioritiesOf } from '#registry/discovery-priorities.js'
import { GROUP, type LocalVersion } from './served-versions.js'

export const API_SERVICES = { apiVersion: `${GROUP}/v1`, kind: 'APIService', plural: 'apiservices' } as const
export const PREFIX = `${GROUP}/${API_SERVICES.plural}/`

/** Says that the server keeps the object: `onstart` for built-in versions, `true` for those of custom resources. */
const MANAGED = 'kube-aggregator.kubernetes.io/automanaged'
const MANAGED_VALUES: readonly (string | undefined)[] = ['onstart', 'true']

export const isManaged = ({ metadata }: Pick<ApiObject, 'metadata'>) =>
  MANAGED_VALUES.includes(metadata.labels?.[MANAGED])

/** Makes the condition of an APIService without a service. */
export type LocalCondition = (now: string) => Condition

interface ApiService extends ApiObject {
  spec: { readonly service?: unknown }
  status: { conditions?: readonly Condition[] | undefined }
}

function specOf(version: LocalVersion) {
  const { group, version: name, isCustomResource } = version
  return {
    ...(group === '' ? {} : { group }),
    version: name,
    ...prioritiesOf(version, isCustomResource),
  }
}

/** The APIService of a version that the server serves itself. */
export function localApiService(version: LocalVersion, condition: LocalCondition): SystemObject {
  return {
    prefix: PREFIX,
    apiVersion: API_SERVICES.apiVersion,
    kind: API_SERVICES.kind,
    name: `${version.version}.${version.group}`,
    labels: { [MANAGED]: version.isCustomResource ? 'true' : 'onstart' },
    hasGeneration: false,
    content: (now) => ({ spec: specOf(version), status: { conditions: [condition(now)] } }),
  }
}

/** Returns whether the object has changed. */
export function restoreSpec(object: ApiObject, version: LocalVersion): boolean {
  const wanted = specOf(version)
  if (JSON.stringify((object as ApiService).spec) === JSON.stringify(wanted)) return false
  Object.assign(object, { spec: wanted })
  return true
}

/** An APIService without a service is always available. Returns whether the object has changed. */
export function restoreCondition(object: ApiObject, wanted: Condition): boolean {
  const { spec, status } = object as ApiService
  if (spec.service !== undefined) return false
  const conditions = status?.conditions ?? []
  const current = findCondition(conditions, wanted.type)
  if (current !== undefined && isSame(current, wanted)) return false
  const { lastTransitionTime } = current?.status === wanted.status ? current : wanted
  const restored = { ...wanted, lastTransitionTime }
  const kept =
    current === undefined
      ? [...conditions, restored]
      : conditions.map((condition) => (condition === current ? restored : condition))
  Object.assign(object, { status: { ...status, conditions: kept } })
  return true
}

const isSame = (one: Condition, other: Condition) =>
  one.status === other.status && one.reason === other.reason && one.message === other.message
