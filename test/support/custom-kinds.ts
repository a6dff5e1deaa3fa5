import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  type BuiltInKind,
  builtInKind,
  CURRENT_CONVENTIONS,
  type GroupConventions,
  type KindDescription,
  statusOf,
} from '#registry/kind.js'
import { type Column, NAME } from '#registry/serialize/column.js'
import { type Infer, int32, optional, string, struct } from '#schema/type.js'

/** Kinds that are not built in, for tests that add and remove kinds. */

const Spec = struct('test.Spec', 'What is wanted.', {
  colour: optional(1, string, 'Any colour.'),
  size: optional(2, int32, 'Any size.'),
})

const Status = struct('test.Status', 'What is.', { phase: optional(1, string, 'Any phase.') })

export interface SomethingDescription {
  readonly group: string
  readonly kind: string
  readonly plural: string
  readonly namespaced: boolean
  readonly conventions?: GroupConventions
  readonly columns?: readonly Column<Something>[]
  /** Further properties of the version. */
  readonly version?: Partial<KindDescription<Something>['storageVersion']>
}

const schemaOf = (kind: string) =>
  struct(`test.${kind}`, `A ${kind}.`, {
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Metadata.'),
    spec: optional(2, Spec, 'What is wanted.'),
    status: optional(3, Status, 'What is.'),
  })

export interface Something extends Infer<ReturnType<typeof schemaOf>> {}

/** A kind with a spec and a status, in version v1 of a group. Blue is rejected. */
export function something(description: SomethingDescription): BuiltInKind<Something> {
  const {
    group,
    kind,
    plural,
    namespaced,
    conventions = CURRENT_CONVENTIONS,
    columns = [NAME],
    version,
  } = description
  return builtInKind<Something>({
    kind,
    plural,
    singular: kind.toLowerCase(),
    namespaced,
    storageVersion: {
      group,
      version: 'v1',
      conventions,
      columns,
      schema: schemaOf(kind),
      subresources: [statusOf(kind)],
      rules: {
        validate({ spec }, errors) {
          if (spec.colour === 'blue')
            errors.field('spec', spec, (_, inner) => inner.invalid('colour', 'blue', 'no'))
        },
      },
      ...version,
    },
  })
}

export const widget = (columns: readonly Column<Something>[] = [NAME]) =>
  something({ group: 'example.com', kind: 'Widget', plural: 'widgets', namespaced: true, columns })

/** A kind of the core group. */
export const note = something({ group: '', kind: 'Note', plural: 'notes', namespaced: true })
