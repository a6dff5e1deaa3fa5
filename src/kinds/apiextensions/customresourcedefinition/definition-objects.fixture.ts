import type { Body } from '#meta/rule-examples.fixture.js'
import { customResourceDefinition } from './index.js'

await customResourceDefinition.storageVersion.rules.load?.()

/** Definitions for the examples of rules. */

export const NAMES = { plural: 'boats', kind: 'Boat' }
const FIELDS = { a: { type: 'string' }, n: { type: 'integer' }, o: { type: 'object' } }
const SCHEMA = {
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: FIELDS } } },
}
export const VERSION = { name: 'v1', served: true, storage: true, schema: SCHEMA }
export const SPEC = { group: 'example.com', scope: 'Namespaced', names: NAMES, versions: [VERSION] }

export const spec = (more: Body): Body => ({ ...SPEC, ...more })
export const names = (more: Body) => spec({ names: { ...NAMES, ...more } })
export const version = (more: Body) => spec({ versions: [{ ...VERSION, ...more }] })
export const column = (more: Body) =>
  version({ additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a', ...more }] })
const SCALE = { specReplicasPath: '.spec.n', statusReplicasPath: '.status.n' }
export const scale = (more: Body) => version({ subresources: { scale: { ...SCALE, ...more } } })
export const selectable = (...paths: string[]) =>
  version({ selectableFields: paths.map((jsonPath) => ({ jsonPath })) })
export const webhook = (clientConfig: Body | undefined, more: Body = { conversionReviewVersions: ['v1'] }) =>
  spec({ conversion: { strategy: 'Webhook', webhook: { clientConfig, ...more } } })
export const HOOK = { url: 'https://hook.example.com/x' }

export const named = ({ names = {}, group = '' }: Body) => `${(names as typeof NAMES).plural}.${group}`

export const definition = (spec: Body, more: Body = {}) => ({
  metadata: { name: named(spec), ...more },
  spec,
})
