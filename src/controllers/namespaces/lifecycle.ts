import { ApiError, notFound } from '#meta/api-error.js'
import { dns1123Label } from '#meta/formats.js'
import { groupInDetails, type ResourceName } from '#meta/resource.js'
import { SERVER, type User } from '#meta/user.js'
import type { ServedVersion } from '#registry/kind.js'
import {
  type AdmissionPlugin,
  type AdmissionReview,
  type AdmittedOperation,
  reviewedName,
} from '#registry/write/admission.js'
import { IMMORTAL_NAMESPACES, type NamespacePhase, SYSTEM_NAMESPACES } from './namespace.js'

const NAMESPACE: ResourceName = { group: '', version: 'v1', kind: 'Namespace', plural: 'namespaces' }

/** Whether namespaces are created with their first object, or must exist before. */
export const NAMESPACE_MODES = ['on-demand', 'strict'] as const
export type NamespaceMode = (typeof NAMESPACE_MODES)[number]

export interface NamespaceLifecycleOptions {
  readonly mode: NamespaceMode
  /** Undefined if the namespace does not exist. Called for every create, so it must be fast. */
  readonly phaseOf: (name: string) => NamespacePhase | undefined
  /** Whether the user may create a namespace on demand; everyone by default. */
  readonly mayCreate?: (user: User) => boolean | Promise<boolean>
  /** Creates a namespace unless it exists. */
  readonly create: (name: string) => Promise<void>
}

/**
 * Rejects creates in terminating namespaces, and in missing ones unless they are created on demand. Protects
 * system namespaces from deletion.
 */
export class NamespaceLifecycle implements AdmissionPlugin {
  readonly name = 'NamespaceLifecycle'
  readonly #context: NamespaceLifecycleOptions

  constructor(context: NamespaceLifecycleOptions) {
    this.#context = context
  }

  handles({ namespaced, kind, group }: ServedVersion, operation: AdmittedOperation): boolean {
    if (operation === 'create') return namespaced
    return operation === 'delete' && group === NAMESPACE.group && kind === NAMESPACE.kind
  }

  admit(review: AdmissionReview): void | Promise<void> {
    if (review.operation === 'delete') return expectNotLasting(review)
    const { namespace = '', version } = review
    const phase = this.#context.phaseOf(namespace)
    if (phase === 'Active') return
    if (phase === undefined) {
      return this.#create(review, namespace)
    }
    throw terminating(version, reviewedName(review), namespace)
  }

  async #create(review: AdmissionReview, namespace: string): Promise<void> {
    if (!SYSTEM_NAMESPACES.includes(namespace) && !(await this.#createsNamespace(review))) {
      throw notFound(NAMESPACE, namespace)
    }
    // The answer may have taken a while.
    const phase = this.#context.phaseOf(namespace)
    if (phase === 'Active') return
    if (phase !== undefined) throw terminating(review.version, reviewedName(review), namespace)
    // Invalid names are rejected by metadata validation.
    if (!review.dryRun && dns1123Label(namespace).length === 0) await this.#context.create(namespace)
  }

  /**
   * Applied objects usually come with their namespace, and clients of custom resources expect it to be missing.
   * Writes of controllers are late effects: an event must not recreate its namespace.
   */
  #createsNamespace({ user, isApply, version }: AdmissionReview): boolean | Promise<boolean> {
    const { mode, mayCreate } = this.#context
    if (version.isCustomResource || user === SERVER) return false
    if (mode !== 'on-demand' || isApply) return false
    return mayCreate === undefined || mayCreate(user)
  }
}

function expectNotLasting({ name = '', version }: AdmissionReview): void {
  if (!IMMORTAL_NAMESPACES.has(name)) return
  throw forbiddenObject(version, name, 'this namespace may not be deleted')
}

function terminating(version: ResourceName, name: string, namespace: string): ApiError {
  const why = `unable to create new content in namespace ${namespace} because it is being terminated`
  return forbiddenObject(version, name, why, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${namespace} is being terminated`,
      field: 'metadata.namespace',
    },
  ])
}

type Causes = NonNullable<NonNullable<ApiError['details']>['causes']>

function forbiddenObject(resource: ResourceName, name: string, why: string, causes?: Causes): ApiError {
  const what = resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`
  return new ApiError('forbidden', `${what} ${JSON.stringify(name)} is forbidden: ${why}`, {
    name,
    group: groupInDetails(resource),
    kind: resource.plural,
    ...(causes && { causes }),
  })
}
