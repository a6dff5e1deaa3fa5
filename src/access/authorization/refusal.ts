import type { RequestAttributes } from '#http/request/request-attributes.js'
import type { Decision } from '#http/request/request-context.js'
import { ApiError, serviceUnavailable } from '#meta/api-error.js'

const quote = JSON.stringify

/** The 403 error: who may not do what, and where. The 503 error if that could not be decided. */
export function refusal(attributes: RequestAttributes, { reason, error }: Decision): ApiError {
  if (error) return serviceUnavailable(`authorization failed: ${error}`)
  const right = missingRight(attributes).replace(/[&<>]/g, escaped)
  return forbidden(attributes.resource ?? NO_RESOURCE, reason === '' ? right : `${right}: ${reason}`)
}

interface Named {
  readonly group: string
  readonly plural: string
  readonly name: string | undefined
}

const NO_RESOURCE: Named = { group: '', plural: '', name: undefined }

/** The error for a resource, or an object if it has a name. */
export function forbidden({ group, plural, name }: Named, why: string): ApiError {
  const details = { name: name || undefined, group: group || undefined, kind: plural || undefined }
  if (group === '' && plural === '') return new ApiError('forbidden', `forbidden: ${why}`, details)
  const what = group === '' ? plural : `${plural}.${group}`
  const which = name ? `${what} ${quote(name)}` : what
  return new ApiError('forbidden', `${which} is forbidden: ${why}`, details)
}

function missingRight({ user, verb, path, resource }: RequestAttributes): string {
  const who = `User ${quote(user.name)} cannot ${verb}`
  if (resource === undefined) return `${who} path ${quote(path)}`
  const { group, plural, subresource, namespace } = resource
  const what = subresource ? `${plural}/${subresource}` : plural
  const where = namespace ? `in the namespace ${quote(namespace)}` : 'at the cluster scope'
  return `${who} resource ${quote(what)} in API group ${quote(group)} ${where}`
}

/** A browser may render the message, whose path another site can choose. */
const escaped = (character: string) => ESCAPES[character] as string
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
