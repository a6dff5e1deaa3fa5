import { CachedObject } from '#cache/cached-object.js'
import type { ApiObject } from '#meta/api-object.js'
import type { EndpointFactory } from './endpoint.js'

/** `status`: the whole object, of which only the status (and some metadata) can be changed here. */
export const statusEndpoint: EndpointFactory = (host) => ({
  get: (place) => through('status', host.get(place)),
  replace: async (place, body, options) =>
    through('status', await host.replace(place, body, options, 'status')),
  patch: async (place, patch, options) =>
    through('status', await host.patch(place, patch, options, 'status')),
})

/** Objects of groups without links look the same through every door. */
const isPlain = (served: CachedObject) => !served.json.includes(LINK)
const LINK = Buffer.from('"selfLink":')

/** An object that is seen through one of its doors says so in its link. */
function through(door: string, served: CachedObject): CachedObject {
  if (isPlain(served)) return served
  const object = JSON.parse(served.json.toString()) as ApiObject
  const { metadata } = object
  if (metadata.selfLink !== undefined) metadata.selfLink = `${metadata.selfLink}/${door}`
  return new CachedObject(served.key, served.revision, Buffer.from(JSON.stringify(object)))
}
