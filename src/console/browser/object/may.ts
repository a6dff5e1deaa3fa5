import { type Resource, resourceId } from '#console/model/api/resource.js'
import { can } from '../api/rights.js'
import { moment } from '../state/router.js'

interface Wish {
  readonly verb: string
  readonly resource: Resource
  readonly namespace?: string | undefined
  readonly name?: string
  readonly subresource?: string
}

/** Why the user cannot do something; undefined if nothing is known against it. */
export function whyNot({ verb, resource, namespace, name, subresource }: Wish): string | undefined {
  if (moment.value !== undefined) return 'Nothing can be changed in the past'
  const isAllowed = can(verb, resource, namespace, {
    ...(name !== undefined && { name }),
    ...(subresource !== undefined && { subresource }),
  })
  if (isAllowed) return undefined
  const what = subresource === undefined ? resourceId(resource) : `${resourceId(resource)}/${subresource}`
  return `You may not ${verb} ${what}${namespace === undefined ? '' : ` in ${namespace}`}`
}
