import type { RequestAttributes } from '../../http/request-attributes.js'
import { ApiError } from '../../meta/api-error.js'

const quote = JSON.stringify

/** The answer to a request that its sender may not make: who may not do what, and where. */
export function refusal(attributes: RequestAttributes, reason: string): ApiError {
  const { resource } = attributes
  const why = reason === '' ? missingRight(attributes) : `${missingRight(attributes)}: ${reason}`
  if (resource === undefined || resource.plural === '')
    return new ApiError('forbidden', `forbidden: ${why}`, {})
  const { group, plural, name } = resource
  const what = group === '' ? plural : `${plural}.${group}`
  const which = name ? `${what} ${quote(name)}` : what
  return new ApiError('forbidden', `${which} is forbidden: ${why}`, {
    name: name || undefined,
    group: group || undefined,
    kind: plural,
  })
}

function missingRight({ user, verb, path, resource }: RequestAttributes): string {
  const who = `User ${quote(user.name)} cannot ${verb}`
  if (resource === undefined) return `${who} path ${quote(path)}`
  const { group, plural, subresource, namespace } = resource
  const what = subresource ? `${plural}/${subresource}` : plural
  const where = namespace ? `in the namespace ${quote(namespace)}` : 'at the cluster scope'
  return `${who} resource ${quote(what)} in API group ${quote(group)} ${where}`
}
