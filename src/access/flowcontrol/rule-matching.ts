import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import type {
  FlowSchemaSpec,
  NonResourcePolicyRule,
  ResourcePolicyRule,
  Subject,
} from '#kinds/flowcontrol/flowschema/schema.js'
import { parseServiceAccountUsername, serviceAccountUsername, type User } from '#meta/user.js'

export type Rules = NonNullable<FlowSchemaSpec['rules']>[number]

const ANY = '*'

const includes = (list: readonly string[] | null | undefined, value: string): boolean =>
  list?.some((item) => item === ANY || item === value) ?? false

/** Whether a subject of the rules is the user or one of its groups. */
export const matchesUser = ({ subjects }: Rules, user: User): boolean =>
  subjects?.some((subject) => isSubject(subject, user)) ?? false

function isSubject({ kind, user, group, serviceAccount }: Subject, { name, groups }: User): boolean {
  if (kind === 'User') return user?.name === ANY || user?.name === name
  if (kind === 'Group') return group?.name === ANY || groups.includes(group?.name ?? '')
  if (kind !== 'ServiceAccount' || !serviceAccount) return false
  return serviceAccount.name === ANY
    ? parseServiceAccountUsername(name)?.namespace === serviceAccount.namespace
    : serviceAccountUsername(serviceAccount.namespace, serviceAccount.name) === name
}

/** Whether the rules match the request, whoever sent it. */
export function matchesRequest(
  { resourceRules, nonResourceRules }: Rules,
  { verb, path, resource }: Pick<RequestAttributes, 'verb' | 'path' | 'resource'>,
): boolean {
  return resource === undefined
    ? (nonResourceRules?.some((rule) => matchesPath(rule, verb, path)) ?? false)
    : (resourceRules?.some((rule) => matchesResource(rule, verb, resource)) ?? false)
}

function matchesResource(
  { verbs, apiGroups, resources, clusterScope, namespaces }: ResourcePolicyRule,
  verb: string,
  { group, plural, subresource, namespace }: ResourceAttributes,
): boolean {
  const name = subresource === undefined ? plural : `${plural}/${subresource}`
  if (!includes(verbs, verb) || !includes(apiGroups, group) || !includes(resources, name)) return false
  return namespace ? includes(namespaces, namespace) : clusterScope === true
}

const matchesPath = (
  { verbs, nonResourceURLs }: NonResourcePolicyRule,
  verb: string,
  path: string,
): boolean => includes(verbs, verb) && (nonResourceURLs?.some((url) => isUnder(path, url)) ?? false)

function isUnder(path: string, url: string): boolean {
  return url === ANY || url === path || (url.endsWith('/*') && path.startsWith(url.slice(0, -1)))
}

/** Whether the rules may match in one namespace but not in another. */
export const dependsOnNamespace = ({ resourceRules }: Rules): boolean =>
  resourceRules?.some(({ namespaces }) => namespaces?.length && !namespaces.includes(ANY)) ?? false
