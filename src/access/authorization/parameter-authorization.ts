import { MASTERS } from '#access/identity/authenticator.js'
import { mutatingAdmissionPolicy } from '#kinds/admissionregistration/mutatingadmissionpolicy/index.js'
import { mutatingAdmissionPolicyBinding } from '#kinds/admissionregistration/mutatingadmissionpolicybinding/index.js'
import type { ParamRef } from '#kinds/admissionregistration/shared/param-ref.js'
import type { ParamKind, PolicySpec } from '#kinds/admissionregistration/shared/policy-parts.js'
import { validatingAdmissionPolicy } from '#kinds/admissionregistration/validatingadmissionpolicy/index.js'
import { validatingAdmissionPolicyBinding } from '#kinds/admissionregistration/validatingadmissionpolicybinding/index.js'
import { type ApiError, invalid } from '#meta/api-error.js'
import type { ApiObject } from '#meta/object-meta.js'
import { apiVersionOf } from '#meta/resource.js'
import type { User } from '#meta/user.js'
import type { ChangeFeed } from '#registry/change-feed.js'
import { objectKey } from '#registry/keys.js'
import type { ServedVersion, StoredKind } from '#registry/kind.js'
import type { KindRegistry } from '#registry/kind-registry.js'
import type { AdmissionPlugin, AdmissionReview, AdmittedOperation } from '#registry/write/admission.js'
import { type Authorizer, isAllowed } from './authorizer.js'

const ALL = '*'

/** The resource of the parameters, as far as it is known. */
interface ParamResource {
  readonly group: string
  readonly version: string
  readonly plural: string
}

const ANY_RESOURCE: ParamResource = { group: ALL, version: ALL, plural: ALL }

interface Policy extends ApiObject {
  readonly spec?: PolicySpec
}

interface Binding extends ApiObject {
  readonly spec?: { readonly policyName?: string; readonly paramRef?: ParamRef }
}

/** The kinds of policies by those of their bindings. */
const POLICIES_OF: ReadonlyMap<StoredKind, StoredKind> = new Map<StoredKind, StoredKind>([
  [validatingAdmissionPolicyBinding, validatingAdmissionPolicy],
  [mutatingAdmissionPolicyBinding, mutatingAdmissionPolicy],
])
const POLICIES: ReadonlySet<StoredKind> = new Set(POLICIES_OF.values())

/**
 * Messages of policies can reveal parameters to every writer. So whoever writes a policy or binding needs permission
 * to read its parameters.
 */
export class ParameterAuthorization implements AdmissionPlugin {
  readonly name = 'ParameterRights'
  readonly #authorizer: Authorizer
  readonly #kinds: KindRegistry
  readonly #feed: ChangeFeed

  constructor(authorizer: Authorizer, kinds: KindRegistry, feed: ChangeFeed) {
    this.#authorizer = authorizer
    this.#kinds = kinds
    this.#feed = feed
  }

  handles({ stored }: ServedVersion, operation: AdmittedOperation): boolean {
    return operation !== 'delete' && (POLICIES.has(stored) || POLICIES_OF.has(stored))
  }

  check(review: AdmissionReview): void | Promise<void> {
    const { object, current, part, user, version } = review
    if (object === undefined || part !== 'object' || user.groups.includes(MASTERS)) return
    const policies = POLICIES_OF.get(version.stored)
    return policies === undefined
      ? this.#checkPolicy(review, object as Policy, current as Policy | undefined)
      : this.#checkBinding(review, object as Binding, policies)
  }

  async #checkPolicy(
    review: AdmissionReview,
    { spec }: Policy,
    current: Readonly<Policy> | undefined,
  ): Promise<void> {
    const paramKind = spec?.paramKind
    if (paramKind === undefined || isSame(paramKind, current?.spec?.paramKind)) return
    const { user } = review
    const resource = { ...this.#resourceOf(paramKind), namespace: ALL, name: ALL }
    if (await this.#allows(user, 'get', resource)) return
    const { kind, apiVersion } = paramKind
    throw rejection(
      review,
      'spec.paramKind',
      `user ${dump(user)} must have "get" permission on all objects of the referenced paramKind (kind=${kind}, apiVersion=${apiVersion})`,
    )
  }

  async #checkBinding(review: AdmissionReview, { spec }: Binding, policies: StoredKind): Promise<void> {
    const { policyName = '', paramRef } = spec ?? {}
    if (paramRef === undefined) return
    const { user } = review
    const policy = this.#policy(policies, policyName)
    const paramKind = policy?.spec?.paramKind
    const resource = paramKind === undefined ? ANY_RESOURCE : this.#resourceOf(paramKind)
    const { name, namespace } = paramRef
    const verb = name ? 'get' : 'list'
    if (await this.#allows(user, verb, { ...resource, namespace, name })) return
    const forEverything = `to determine minimum required permissions and user ${dump(user)} does not have "${verb}" permission for all groups, versions and resources`
    throw rejection(
      review,
      'spec.paramRef',
      policy === undefined
        ? `unable to get policy ${policyName} ${forEverything}`
        : paramKind !== undefined && resource.plural === ALL
          ? `unable to resolve paramKind &{${paramKind.apiVersion} ${paramKind.kind}} ${forEverything}`
          : `user ${dump(user)} does not have "${verb}" permission on the object referenced by paramRef`,
    )
  }

  #policy(policies: StoredKind, name: string): Policy | undefined {
    const found = this.#feed.find(objectKey(policies, undefined, name))
    return found && (JSON.parse(found.json.toString()) as Policy)
  }

  /** An unknown kind may be any resource of its group. */
  #resourceOf({ apiVersion = '', kind }: ParamKind): ParamResource {
    const found = this.#kinds.servedVersions.find(
      (version) => version.kind === kind && apiVersionOf(version) === apiVersion,
    )
    if (found !== undefined) return found
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    return { group, version, plural: ALL }
  }

  #allows(
    user: User,
    verb: string,
    {
      group,
      version,
      plural,
      namespace,
      name,
    }: ParamResource & { readonly namespace: string | undefined; readonly name: string | undefined },
  ): boolean | Promise<boolean> {
    const resource = { group, version, plural, subresource: undefined, namespace, name }
    return isAllowed(this.#authorizer, { user, verb, path: '', resource })
  }
}

const isSame = (kind: ParamKind, before: ParamKind | undefined) =>
  kind.apiVersion === before?.apiVersion && kind.kind === before?.kind

const rejection = ({ version, object }: AdmissionReview, field: string, detail: string): ApiError =>
  invalid(version, object?.metadata.name ?? '', [{ type: 'forbidden', field, detail }])

/** A user as Kubernetes prints one. */
function dump({ name, uid = '', groups, extra }: User): string {
  const known = Object.keys(extra)
    .sort()
    .map((key) => `${key}:[${(extra[key] ?? []).join(' ')}]`)
  return `&{${name} ${uid} [${groups.join(' ')}] map[${known.join(' ')}]}`
}
